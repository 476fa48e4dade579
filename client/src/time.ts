/** Looking back and following: the steps of a game on one track, one after another, and boards that branch off. */
import { batch } from "@preact/signals";
import { followPlaces } from "./map/follow";
import type { ReplayStep, TableState } from "./protocol";
import { lastRolls, type Session } from "./session";
import { diceShown, pace, toast } from "./store";

/** What is shown of the track. While it is playing, the next step follows by itself. */
export interface Replay { step: ReplayStep; seat: string; playing: boolean }

/** For how long a step is looked at, in milliseconds at the usual pace. */
export function dwell(step: Pick<ReplayStep, "log">): number {
  const { log } = step;
  if (log.some((e) => e.dice?.length)) return 2600;
  if (log.some((e) => (e.path?.length ?? 0) > 1)) return 1250;
  if (log.some((e) => e.places?.length || e.pieces?.length)) return 1000;
  return log.length ? 650 : 120;
}

export const PACES = [0.5, 1, 2, 4] as const;

export function nextPace(): void {
  pace.value = PACES[(PACES.indexOf(pace.value as (typeof PACES)[number]) + 1) % PACES.length] ?? 1;
}

/** From which step on a seat should be shown what others have done while it looked on; null where there is nothing. */
export function followFrom(before: Pick<TableState, "steps"> | null, next: Pick<TableState, "steps" | "since">, plays: boolean): number | null {
  const seen = before?.steps ?? next.steps - next.since;
  return next.steps > seen && (next.since > 0 || !plays) ? seen : null;
}

/** Begins to play what has happened meanwhile, from the board that is on the page. */
export function follow(s: Session, from: number, before: TableState): void {
  const { scene, sequence, seat } = before;
  s.replay.value = { step: { n: from, title: "", seat: "", scene, sequence, log: [] }, seat, playing: true };
}

/** Shows the table as it was after n steps, unless the present or another step was asked for meanwhile. It plays on, or not,
 * as it does when the step comes, where nothing else is said. */
export async function goTo(s: Session, n: number, seat = s.replay.value?.seat ?? s.state.value?.seat ?? "", plays?: boolean): Promise<void> {
  const look = ++s.glances;
  try {
    const step = await s.ask("at", { n, seat });
    if (look !== s.glances) return;
    const before = s.replay.value, playing = plays ?? before?.playing ?? false;
    if (before && before.step.n === n - 1) s.glide(step.scene, step.log);
    batch(() => {
      s.replay.value = { step, seat, playing };
      s.dice.value = diceShown.value ? lastRolls(step.log) : [];
      s.point(step.log.flatMap((e) => e.pieces ?? []), step.log.flatMap((e) => e.places ?? []));
    });
    if (s.map) followPlaces(s.map, s.mapped(happenedAt(step)));
  } catch (e) {
    if (look !== s.glances) return;
    s.replay.value = null;
    toast(e instanceof Error ? e.message : String(e), "bad");
  }
}

/** The places where a step happened: those that it names, those of the units that it names, and the ways of its moves. */
function happenedAt(step: ReplayStep): string[] {
  const named = new Set(step.log.flatMap((e) => e.pieces ?? []));
  const at = step.scene.pieces.filter((p) => named.has(p.id)).map((p) => p.place);
  return [...step.log.flatMap((e) => [...(e.places ?? []), ...(e.path ?? [])]), ...at];
}

/** One step further on the track, or back to the present where it ends; a bot that still thinks is waited for. */
export async function onward(s: Session): Promise<void> {
  const r = s.replay.value, st = s.state.value;
  if (!r || !st) return;
  if (r.step.n < st.steps) await goTo(s, r.step.n + 1);
  else if (!st.thinking.length) leaveReplay(s);
}

export function pause(s: Session, playing = false): void {
  const r = s.replay.value;
  if (r) s.replay.value = { ...r, playing };
}

/** Shows the moment of a line of the log on the board. */
export async function showMoment(s: Session, line: { step?: number; pieces?: string[]; places?: string[] }): Promise<void> {
  const st = s.state.value;
  if (!st || !line.step) return;
  if (line.step < st.steps) { await goTo(s, line.step, st.seat, false); return; }
  if (s.replay.value) leaveReplay(s);
  s.reveal(line.pieces, line.places);
}

/** Plays the steps since this seat last acted. */
export async function sinceMine(s: Session): Promise<void> {
  try {
    const got = await s.ask("since", {});
    if (got.from >= got.to) { toast("Nothing has happened since your last action."); return; }
    await goTo(s, got.from, s.state.value?.seat, true);
  } catch (e) {
    toast(e instanceof Error ? e.message : String(e), "bad");
  }
}

/** Back to the present. */
export function leaveReplay(s: Session): void {
  s.glances++;
  s.replay.value = null;
  s.dice.value = [];
  s.point();
}

/** Opens an analysis board at the step that is shown; answers its table. */
export async function branch(s: Session): Promise<string | null> {
  const r = s.replay.value;
  try {
    const got = await s.ask("branch", { n: r?.step.n ?? null, seat: r?.seat ?? s.state.value?.seat });
    return got.id;
  } catch (e) {
    toast(e instanceof Error ? e.message : String(e), "bad");
    return null;
  }
}

/** How many lines of the log are on the page at once. */
const MOST_LINES = 400;

/** The latest lines, or those around the moment that is shown. */
export function around<E extends { step?: number }>(lines: readonly E[], at: number | undefined): readonly E[] {
  const here = at === undefined ? -1 : lines.findIndex((e) => (e.step ?? 0) >= at);
  const end = here < 0 ? lines.length : Math.min(lines.length, Math.max(MOST_LINES, here + MOST_LINES / 2));
  return lines.slice(Math.max(0, end - MOST_LINES), end);
}
