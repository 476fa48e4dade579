/** What a position was worth by turn, how sure a bot is, and what it thinks about, in numbers and words. */
import type { Hint, OutlookAt, TableState } from "./protocol";

/** The greatest changes, the greatest first. */
export const turningPoints = (points: readonly OutlookAt[], most = 3): OutlookAt[] =>
  points.filter((p) => p.change !== 0).sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).slice(0, most);

/** The heights of a curve from 0, the bottom, to 1: chances as they are, scores between their least and most. */
export function heights(points: readonly OutlookAt[], isChance: boolean): number[] {
  const values = points.map((p) => p.worth);
  const low = isChance ? 0 : Math.min(...values), high = isChance ? 1 : Math.max(...values);
  return values.map((v) => (high > low ? (v - low) / (high - low) : 0.5));
}

/** The place of a step among the turns. */
export const at = (points: readonly OutlookAt[], step: number): number => Math.max(0, points.filter((p) => p.step <= step).length - 1);

/** How sure a bot is, in words; nothing where it has played nothing out. */
export function sureWords(hint: Pick<Hint, "sure" | "other">): string {
  const sure = hint.sure ?? 0;
  if (!hint.other || sure <= 0) return "";
  const how = sure >= 0.95 ? "It is quite sure" : sure >= 0.75 ? "It is fairly sure" : "It is not sure";
  return `${how} (${Math.round(100 * sure)} %); the best alternative was ${hint.other}.`;
}

/** What a bot is thinking about, as everybody may know it: the present step of the sequence of play, and when it is. */
export function subject(st: Pick<TableState, "sequence" | "scene">): string {
  const now = st.sequence.find((item) => item.now)?.title;
  return [now, st.scene.clock].filter(Boolean).join("; ") || "its answer";
}
