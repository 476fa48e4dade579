/** All units with their place, strength and state, to be sorted and searched. */
import type { Board, Piece } from "./show";

export interface RosterRow { id: string; name: string; side: string; place: string; placeId: string; factors: string; steps: string; state: string }
export type RosterKey = "name" | "side" | "place" | "factors" | "state";

export function rosterOf(pieces: readonly Piece[], board: Pick<Board, "colours" | "places"> | null): RosterRow[] {
  const names = new Map((board?.places ?? []).map((p) => [p.id, p.name]));
  return pieces.filter((p) => p.face.symbol && p.face.symbol !== "marker").map((p) => ({
    id: p.id, name: p.face.back ? "unknown" : p.face.name, side: board?.colours?.[p.face.colours]?.name ?? p.face.colours, place: names.get(p.place) ?? p.place, placeId: p.place,
    factors: (p.face.factors ?? []).join("-"), steps: p.face.steps && p.face.steps[1] > 1 ? `${p.face.steps[0]}/${p.face.steps[1]}` : "",
    state: (p.face.badges ?? []).map((b) => b.about || b.text).join("; "),
  }));
}

/** Rows that have all the words, in the order of a column; numbers in order of size. */
export function sortedRoster(rows: readonly RosterRow[], words: string, by: RosterKey, down: boolean): RosterRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((r) => { const all = `${r.name} ${r.side} ${r.place} ${r.factors} ${r.state}`.toLowerCase(); return wanted.every((w) => all.includes(w)); });
  found.sort((a, b) => a[by].localeCompare(b[by], undefined, { numeric: true }) || a.name.localeCompare(b.name, undefined, { numeric: true }));
  return down ? found.reverse() : found;
}
