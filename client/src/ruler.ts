/** The ruler: the shortest way between two places, counted in steps from neighbour to neighbour. */
import type { Place } from "./show";

export interface Ruler { from: string; way: string[] }

/** The places of a shortest way, both ends included; empty where none leads there. */
export function wayBetween(places: ReadonlyMap<string, Pick<Place, "neighbours">>, from: string, to: string): string[] {
  const before = new Map<string, string>([[from, ""]]);
  for (const at of before.keys()) {
    if (at === to) break;
    for (const next of places.get(at)?.neighbours ?? []) if (!before.has(next)) before.set(next, at);
  }
  const way: string[] = [];
  for (let at = before.has(to) ? to : ""; at; at = before.get(at) ?? "") way.unshift(at);
  return way;
}
