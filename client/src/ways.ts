/** Ways that are named by their end, or place by place. */
import type { Choice } from "./protocol";

/** Whether a way can be named by its end, and place by place too. */
export const hasWays = (choices: readonly Choice[]): boolean => choices.some((c) => c.way) && choices.some((c) => c.kind === "place" && !c.way);

/** The choices that are meant: the ends of ways, and of their next places those where none ends; or, where the way is to
 * be named (`longer`), its next places alone. */
export function nearest(choices: readonly Choice[], longer: boolean): readonly Choice[] {
  if (!hasWays(choices)) return choices;
  if (longer) return choices.filter((c) => !c.way);
  const ends = new Set(choices.filter((c) => c.way).map((c) => c.value));
  return choices.filter((c) => c.kind !== "place" || c.way || !ends.has(c.value));
}
