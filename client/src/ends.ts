/** Before something ends that cannot be taken back: what it would waste. */
import type { Choice } from "./protocol";
import type { Session } from "./session";
import type { Waste } from "./show";
import { kept } from "./store";
import { worthAsking } from "./wasted";

export interface Ending { choice: Choice; wastes: Waste[] }

/** What a player does not want to be asked again: game, seat and kind. */
export const unasked = kept<string[]>("unasked", []);
export const kindOf = (game: string, seat: string, kind: string): string => `${game} ${seat} ${kind}`;

/** Whether the player of a game has asked not to be asked about something, and that he is asked again. */
export const isSilenced = (s: Session): boolean => unasked.value.some((key) => key.startsWith(`${s.info.value?.game} `));
export function askAgain(s: Session): void {
  unasked.value = unasked.value.filter((key) => !key.startsWith(`${s.info.value?.game} `));
}

/** Asks before a choice that ends something, if it wastes anything; on a practice table everything can be taken back. */
export async function asksFirst(s: Session, choice: Choice): Promise<boolean> {
  const info = s.info.value, seat = s.state.value?.by ?? "", rev = s.state.value?.rev;
  if (!choice.ends || !info || info.practice) return false;
  const look = await s.ask("look", { action: choice.action });
  if (s.state.value?.rev !== rev) return true; // the table has moved on meanwhile
  const wastes = worthAsking(look.wastes ?? [], (kind) => unasked.value.includes(kindOf(info.game, seat, kind)), s.units.staying.value);
  if (!wastes.length) return false;
  s.ending.value = { choice, wastes };
  return true;
}

/** The player ends it all the same, or does not. */
export function answer(s: Session, end: boolean, never: ReadonlySet<string>): void {
  const asked = s.ending.value, game = s.info.value?.game ?? "", seat = s.state.value?.by ?? "";
  s.ending.value = null;
  s.point();
  if (!asked) return;
  if (end) {
    const more = [...never].map((kind) => kindOf(game, seat, kind)).filter((key) => !unasked.value.includes(key));
    if (more.length) unasked.value = [...unasked.value, ...more];
    void s.play(asked.choice.action);
  }
}
