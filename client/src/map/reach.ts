/** Where a unit can go: the rest of the map steps back, and each goal tells what it costs. */
import type { Goal } from "../protocol";
import { type Draw, tag } from "./draw";
import { freeSpot, isIrregular } from "./areas";
import { type Box, placeBox } from "./geometry";

export interface Goals { costs: ReadonlyMap<string, string>; noted: ReadonlySet<string>; dear: ReadonlySet<string> }

/** The number that a cost begins with, such as the 3 of "3 of 6 MP"; a short word as it is. */
export function shortCost(cost: string): string {
  const number = /^[\d.]*[\d½¼¾]/.exec(cost)?.[0];
  return number ?? (cost.length <= 6 ? cost : "");
}

/** Goals as the map shows them. Where costs are few and low, such as one action or two, those above the least are dear. */
export function goalsOf(list: readonly Goal[]): Goals {
  const costs = new Map(list.map((g) => [g.place, shortCost(g.cost)]));
  const numbers = [...costs.values()].map(Number).filter((n) => n > 0);
  const least = Math.min(...numbers), most = Math.max(...numbers);
  const dear = most <= 3 && most > least ? [...costs].filter(([, c]) => Number(c) > least).map(([id]) => id) : [];
  // What every goal brings is told once, beside the question; a goal is marked for what is its own.
  const own = (g: Goal): boolean => g.notes.some((note) => list.length === 1 || !list.every((x) => x.notes.includes(note)));
  return { costs, noted: new Set(list.filter(own).map((g) => g.place)), dear: new Set(dear) };
}

export function drawVeil(d: Draw, lit: ReadonlySet<string>, chosen: ReadonlySet<string>): void {
  const { c, view } = d;
  const holes = new Path2D();
  holes.rect(view.x0, view.y0, view.x1 - view.x0, view.y1 - view.y0);
  for (const id of new Set([...lit, ...chosen])) {
    const p = d.path(id);
    if (p) holes.addPath(p);
  }
  c.fillStyle = d.theme === "dark" ? "rgba(0,0,0,.5)" : "rgba(58,48,34,.36)";
  c.fill(holes, "evenodd");
}

/** The cost above the middle of each goal, in an area where nothing stands; with a sign where going there brings something. */
export function drawCosts(d: Draw, { costs, noted }: Goals, taken: readonly Box[]): void {
  for (const [id, cost] of costs) {
    const p = d.places.get(id);
    if (!p || (!cost && !noted.has(id))) continue;
    const b = placeBox(p);
    if (b.x1 < d.view.x0 || b.x0 > d.view.x1 || b.y1 < d.view.y0 || b.y0 > d.view.y1 || (b.x1 - b.x0) * d.k < 30) continue;
    const text = noted.has(id) ? `${cost}!` : cost, px = Math.min(11, Math.max(8, (b.x1 - b.x0) * d.k * 0.24));
    const [x, y] = isIrregular(p) ? freeSpot(p, [((text.length + 1.4) * px * 0.7) / d.k, (px * 1.7) / d.k], taken, d.board.counter / 4)
      : [p.anchor[0], Math.max(b.y0 + 9 / d.k, p.anchor[1] - d.board.counter * 0.7)];
    tag(d, text, x, y, noted.has(id) ? "#b7791f" : "#8a5a05", px);
  }
}
