/** Looking back: the steps of a game, one after another, and boards that branch off. */
import type { Session } from "./session";
import { motion, toast } from "./store";

/** Shows the table as it was after n steps. */
export async function goTo(s: Session, n: number, seat = s.replay.value?.seat ?? s.state.value?.seat ?? "", playing = false): Promise<void> {
  try {
    const step = await s.ask("at", { n, seat });
    s.dice.value = [];
    const before = s.replay.value;
    s.replay.value = { step, seat, playing: playing || (before?.playing ?? false) };
    const glides = step.log.filter((e) => e.piece && e.path).map((e) => ({ piece: e.piece!, path: e.path! }));
    s.map?.setScene(step.scene, before && before.step.n === n - 1 && motion.value ? glides : []);
    s.shown = step.scene;
    s.point(step.log.flatMap((e) => e.pieces ?? []), step.log.flatMap((e) => e.places ?? []));
    s.show();
  } catch (e) {
    toast(e instanceof Error ? e.message : String(e), "bad");
  }
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
  s.replay.value = null;
  s.point();
  s.shown = null;
  s.show();
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
