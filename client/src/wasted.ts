/** What of all that is wasted a player wants to hear of. */
import type { Waste } from "./show";

/** Of what would be wasted that about which to ask: not what the player has waved through before, nor units that he has
 * told to stay. */
export function worthAsking(wastes: readonly Waste[], silent: (kind: string) => boolean, staying: ReadonlySet<string>): Waste[] {
  return wastes.filter((w) => !silent(w.kind) && !(w.pieces?.length && w.pieces.every((id) => staying.has(id))));
}
