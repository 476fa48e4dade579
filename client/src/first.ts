/** Who plays a game for the first time is told how one answers. */
import type { Choice } from "./protocol";
import { kept } from "./store";

/** How many actions of each game have been made here; and after how many nobody needs to be told how. */
export const made = kept<Record<string, number>>("made", {});
export const ENOUGH = 8;

export function countAction(game: string): void {
  const n = made.value[game] ?? 0;
  if (n < ENOUGH) made.value = { ...made.value, [game]: n + 1 };
}

/** How to answer with the mouse or a finger, by what may be chosen. */
export function howTo(choices: readonly Choice[], finger = false): string {
  const pieces = choices.filter((c) => c.kind === "piece"), places = choices.filter((c) => c.kind === "place");
  const click = finger ? "Tap" : "Click";
  if (pieces.length) return `${click} a lit counter${pieces.some((c) => !c.complete) ? ", then one of the places that light up" : ""}.`;
  if (places.length) return `${click} a lit place on the map${choices.length > places.length ? `: ${places[0]!.verb}; or a button` : ""}.`;
  return finger ? "The first tap on a button shows what it would do, the second does it." : "Rest the pointer on a button to see what it would do.";
}
