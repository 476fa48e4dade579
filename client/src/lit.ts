/** What of the map may be chosen, and where the enemy is met. */
import type { Choosable } from "./map/view";
import type { Choice, TableState } from "./protocol";
import type { Board, Piece } from "./show";

/** The units of other sides than the seat's; pieces that stand for something else than troops take no side. */
export function enemiesOf(st: Pick<TableState, "side" | "scene"> | null, board: Pick<Board, "colours"> | null): Set<string> {
  const isEnemy = ({ face }: Piece): boolean => {
    const side = board?.colours?.[face.colours]?.side;
    return !!face.symbol && face.symbol !== "marker" && !!side && side !== st?.side;
  };
  return new Set((st?.scene.pieces ?? []).filter(isEnemy).map((p) => p.id));
}

/** The places that troops of other sides hold without a piece: garrisons. */
export function heldAgainst(st: Pick<TableState, "side" | "scene"> | null): Set<string> {
  return new Set((st?.scene.marks ?? []).filter((m) => m.side && m.side !== st?.side).map((m) => m.place));
}

export function choosable(choices: readonly Choice[], all: readonly Piece[], enemies: ReadonlySet<string>, held: ReadonlySet<string> = new Set()): Choosable {
  const pieces = new Set<string>(), places = new Set<string>(), quiet = new Set<string>(), fights = new Set<string>(), foes = new Set<string>();
  for (const c of choices) {
    if (!c.value) continue;
    if (c.kind === "piece") pieces.add(c.value);
    else if (c.kind === "place") places.add(c.value);
  }
  for (const p of all) {
    if (!enemies.has(p.id)) continue;
    if (places.has(p.place)) fights.add(p.place);
    if (places.has(p.place) || pieces.has(p.id)) foes.add(p.id);
  }
  for (const id of places) {
    if (held.has(id)) fights.add(id);
    if (!fights.has(id)) quiet.add(id);
  }
  return { pieces, places, quiet, fights, foes };
}

/** Of places where pieces stand the half that lies nearest to the middle of all: places far off do not count for much. */
export function inTheThick(places: readonly string[], at: (id: string) => readonly [number, number]): string[] {
  const median = (axis: 0 | 1): number => places.map((id) => at(id)[axis]).sort((a, b) => a - b)[places.length >> 1] ?? 0;
  const x = median(0), y = median(1), far = (id: string): number => Math.hypot(at(id)[0] - x, at(id)[1] - y);
  return [...places].sort((a, b) => far(a) - far(b)).slice(0, Math.ceil(places.length / 2));
}

/** The middle of the window of this size that holds most of the points; those that come twice count twice. */
export function fullest(points: readonly (readonly [number, number])[], w: number, h: number): [number, number] {
  let best: readonly (readonly [number, number])[] = [];
  for (const [x, y] of points) {
    const here = points.filter((p) => Math.abs(p[0] - x) <= w / 2 && Math.abs(p[1] - y) <= h / 2);
    if (here.length > best.length) best = here;
  }
  const middle = (axis: 0 | 1): number => best.reduce((sum, p) => sum + p[axis], 0) / (best.length || 1);
  return [middle(0), middle(1)];
}
