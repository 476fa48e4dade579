/** The boxes off the map: what lies in them is shown in a drawer, which opens when it is asked for. */
import type { Choosable } from "./map/view";
import type { Board, Piece, Place } from "./show";

export interface Filled { place: Place; pieces: Piece[]; /** Something in it, or the box itself, may be chosen. */ asked: boolean }

/** The boxes in which units lie, or which may be chosen; empty ones take no room. */
export function boxesOf(board: Pick<Board, "surfaces" | "places"> | null, pieces: readonly Piece[], lit: Pick<Choosable, "pieces" | "places">): Filled[] {
  const maps = new Set((board?.surfaces ?? []).filter((x) => x.kind === "map").map((x) => x.id));
  if (!maps.size) return [];
  const inside = new Map<string, Piece[]>();
  for (const p of pieces) if (lit.pieces.has(p.id) || (p.face.symbol && p.face.symbol !== "marker")) inside.set(p.place, [...(inside.get(p.place) ?? []), p]);
  const out: Filled[] = [];
  for (const place of board!.places) {
    if (maps.has(place.surface)) continue;
    const here = inside.get(place.id) ?? [], asked = lit.places.has(place.id) || here.some((p) => lit.pieces.has(p.id));
    if (here.length || asked) out.push({ place, pieces: here, asked });
  }
  return out.sort((a, b) => Number(b.asked) - Number(a.asked));
}
