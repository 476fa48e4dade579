/** Names of towns and areas stand over the ground, and step aside for the counters that would hide them. */
import { alpha, type Theme } from "./colour";
import { type Box, grow, meets } from "./geometry";
import { PAPER } from "./ground";
import { drawText, isName, type LaidLabel } from "./labels";
import type { Stack } from "./stacks";

export interface PlacedName {
  lines: LaidLabel[];
  /** How far it has stepped aside, in board units. */
  dx: number;
  dy: number;
  box: Box;
  /** It found no room, and lies on the upper edge of the counter. */
  plate: boolean;
}

/** A counter narrower than this (CSS pixels) could no longer be read under a name. */
const LEAST_FOR_PLATE = 24;
type Way = [dx: number, dy: number];

const union = (list: readonly Box[]): Box => ({
  x0: Math.min(...list.map((b) => b.x0)), y0: Math.min(...list.map((b) => b.y0)), x1: Math.max(...list.map((b) => b.x1)), y1: Math.max(...list.map((b) => b.y1)),
});
const shared = (a: Box, b: Box): number => Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));
const moved = (b: Box, dx: number, dy: number): Box => ({ x0: b.x0 + dx, y0: b.y0 + dy, x1: b.x1 + dx, y1: b.y1 + dy });

/** What a stack covers: of a heap the upper four counters. */
export function stackBox(s: Stack): Box {
  const seen = s.heaped ? s.laid.slice(-4) : s.laid;
  return union(seen.map((l) => ({ x0: l.x - l.side / 2, y0: l.y - l.side / 2, x1: l.x + l.side / 2, y1: l.y + l.side / 2 })));
}

function byName(laid: readonly LaidLabel[]): LaidLabel[][] {
  const out = new Map<number, LaidLabel[]>();
  for (const l of laid) if (isName(l.label)) out.set(l.name, [...(out.get(l.name) ?? []), l]);
  return [...out.values()];
}

/** Where each name stands: where it is printed if no counter and no other name is there, else at their nearest free side. */
export function placeNames(laid: readonly LaidLabel[], stacks: readonly Stack[], k: number, edge: Box): PlacedName[] {
  const counters = stacks.map(stackBox), side = stacks[0]?.laid[0]?.side ?? 0;
  const printed = laid.filter((l) => !isName(l.label)).map((l) => l.text), names: Box[] = [];
  const dotOf = ({ label: { at: [x, y] }, size }: LaidLabel): Box => grow({ x0: x, y0: y, x1: x, y1: y }, size * 0.3);
  const dots = laid.filter((l) => l.label.dot).map(dotOf);
  const out: PlacedName[] = [], hidden: { name: PlacedName; over: Box[]; beside: Box[] }[] = [];
  for (const lines of byName(laid)) {
    const box = union(lines.map((l) => l.text));
    const name = { lines, dx: 0, dy: 0, box, plate: false };
    out.push(name);
    // The halo and the tips of the letters may be touched.
    const core = grow(box, -lines[0]!.size * 0.2);
    const over = counters.filter((b) => meets(b, core)), wide = { ...core, x0: box.x0 - lines[0]!.size * 0.25, x1: box.x1 + lines[0]!.size * 0.25 };
    const beside = names.filter((b) => meets(b, wide)); // two names that touch are read as one
    if (over.length || beside.length) hidden.push({ name, over, beside });
    else names.push(box);
  }
  for (const { name, over, beside } of hidden) {
    const gap = name.lines[0]!.size * 0.25; // between two names, so that they are not read as one
    const ways = over.flatMap((by) => aside(name.box, by, 1.5 / k)).concat(beside.flatMap((by) => aside(name.box, by, gap * 1.1))).concat(aroundDot(name)).filter((w) => isNear(name, w, side)).sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
    const free = (others: readonly Box[]): Way | undefined => ways.find((w) => {
      const b = moved(name.box, ...w);
      return inside(b, edge) && !others.some((o) => meets(o, b)) && !names.some((o) => meets(o, grow(b, gap)));
    });
    // Rather over the name of a region than out of sight.
    const way = free([...counters, ...dots, ...printed]) ?? free([...counters, ...dots]) ?? free([...counters, ...name.lines.filter((l) => l.label.dot).map(dotOf)]) ?? (over.length && side * k >= LEAST_FOR_PLATE ? onPlate(name, over, names) ?? leastOver(name, ways, counters, names, edge) : undefined);
    if (!way && !over.length) names.push(name.box);
    if (!way) continue;
    [name.dx, name.dy] = way;
    name.box = moved(name.box, ...way);
    names.push(name.box);
  }
  // What is left where it is printed goes off the dots of other towns, if there is room.
  for (const name of out.filter((n) => !n.dx && !n.dy)) {
    const own = name.lines.filter((l) => l.label.dot).map(dotOf), over = dots.filter((d) => meets(d, name.box) && !own.some((o) => o.x0 === d.x0 && o.y0 === d.y0));
    const others = [...counters, ...dots, ...printed, ...names.filter((b) => b !== name.box).map((b) => grow(b, name.lines[0]!.size * 0.25))];
    const way = over.length ? aroundDot(name).find((w) => { const b = moved(name.box, ...w); return inside(b, edge) && !others.some((o) => meets(o, b)); }) : undefined;
    if (!way) continue;
    [name.dx, name.dy] = way;
    names[names.indexOf(name.box)] = name.box = moved(name.box, ...way);
  }
  return out;
}

/** Across the upper edge of the counter that hides most of it. */
function onPlate(name: PlacedName, over: readonly Box[], names: readonly Box[]): Way | undefined {
  const { box } = name, by = [...over].sort((a, b) => shared(b, box) - shared(a, box))[0]!;
  const way: Way = [(by.x0 + by.x1 - box.x0 - box.x1) / 2, by.y0 - box.y0 - (box.y1 - box.y0) * 0.4];
  name.plate = isNear(name, way, by.x1 - by.x0) && !names.some((n) => meets(n, moved(box, ...way)));
  return name.plate ? way : undefined;
}

/** How much of the lower part of a counter, where its factors are, a name may never touch. */
const FOOT = 0.45;

/** In the thickest front: where it hides least of the counters, and nothing of their factors or of other names. */
function leastOver(name: PlacedName, ways: readonly Way[], counters: readonly Box[], names: readonly Box[], edge: Box): Way | undefined {
  const feet = counters.map((b) => ({ ...b, y0: b.y1 - (b.y1 - b.y0) * FOOT }));
  const over = (w: Way): number => { const b = moved(name.box, ...w); return counters.reduce((sum, c) => sum + shared(b, c), 0); };
  const may = ways.filter((w) => { const b = moved(name.box, ...w); return inside(b, edge) && ![...feet, ...names].some((o) => meets(o, b)); });
  const best = may.sort((a, b) => over(a) - over(b))[0];
  name.plate = best !== undefined;
  return best;
}

const inside = (b: Box, edge: Box): boolean => b.x0 >= edge.x0 && b.x1 <= edge.x1 && b.y0 >= edge.y0 && b.y1 <= edge.y1;

/** The ways to step out from under a counter: to each side, as printed or in line with it. */
function aside(name: Box, by: Box, gap: number): Way[] {
  const right = by.x1 + gap - name.x0, left = by.x0 - gap - name.x1, up = by.y0 - gap - name.y1, down = by.y1 + gap - name.y0;
  const mx = (by.x0 + by.x1 - name.x0 - name.x1) / 2, my = (by.y0 + by.y1 - name.y0 - name.y1) / 2;
  return [[right, 0], [left, 0], [0, up], [0, down], [right, my], [left, my], [mx, up], [mx, down]];
}

/** To the other sides of the town's dot. */
function aroundDot({ lines, box }: PlacedName): Way[] {
  const { label, size } = lines[0]!;
  if (!label.dot) return [];
  const [x, y] = label.at, gap = size * 0.65, my = y - (box.y0 + box.y1) / 2, mx = x - (box.x0 + box.x1) / 2;
  return [[x + gap - box.x0, my], [x - gap - box.x1, my], [mx, y - gap - box.y1], [mx, y + gap - box.y0]];
}

/** A name that stood too far from what it names would name something else. */
function isNear({ lines, box }: PlacedName, way: Way, side: number): boolean {
  const { label, size } = lines[0]!;
  if (!label.dot) return Math.hypot(...way) <= side * 1.2 + size;
  const b = moved(box, ...way), [x, y] = label.at;
  return Math.hypot(Math.max(b.x0 - x, 0, x - b.x1), Math.max(b.y0 - y, 0, y - b.y1)) <= Math.max(side * 0.85, size * 1.6);
}

interface Sprite { canvas: HTMLCanvasElement; scale: number; pad: number }

/** Keeps the drawn words of the names, so that a frame only copies pictures. */
export class Names {
  private placed: PlacedName[] = [];
  private of: readonly [unknown, unknown] = [0, 0];
  private sprites = new Map<LaidLabel, Sprite>();

  /** What the names cover where they stand now. */
  get boxes(): Box[] { return this.placed.map(({ box }) => box); }

  /** The places of the names for these labels and stacks; worked out again only when one of them has changed. */
  place(laid: readonly LaidLabel[], stacks: readonly Stack[], k: number, edge: Box): readonly PlacedName[] {
    if (this.of[0] !== laid) this.sprites.clear();
    if (this.of[0] !== laid || this.of[1] !== stacks) this.placed = placeNames(laid, stacks, k, edge);
    this.of = [laid, stacks];
    return this.placed;
  }

  /** Draws the names that stand where they are printed, or those that have stepped aside. `scale` is device px a unit. */
  draw(c: CanvasRenderingContext2D, scale: number, [ox, oy]: readonly [number, number], view: Box, theme: Theme, aside: boolean): void {
    for (const { lines, dx, dy, box, plate } of this.placed) {
      if (aside !== (dx !== 0 || dy !== 0) || !meets(box, view)) continue;
      if (plate) {
        const pad = lines[0]!.size * 0.25;
        c.fillStyle = alpha(PAPER[theme], 0.88);
        c.beginPath();
        c.roundRect(box.x0 - pad, box.y0, box.x1 - box.x0 + 2 * pad, box.y1 - box.y0, pad);
        c.fill();
      }
      c.save();
      c.setTransform(1, 0, 0, 1, 0, 0);
      for (const l of lines) {
        const { canvas, scale: drawn, pad } = this.sprite(l, scale, theme), f = scale / drawn;
        const x = (l.text.x0 + dx - pad) * scale + ox, y = (l.text.y0 + dy - pad) * scale + oy;
        // On whole pixels the words are sharp.
        if (Math.abs(f - 1) < 1e-6) c.drawImage(canvas, Math.round(x), Math.round(y));
        else c.drawImage(canvas, x, y, canvas.width * f, canvas.height * f);
      }
      c.restore();
    }
  }

  private sprite(l: LaidLabel, scale: number, theme: Theme): Sprite {
    let sprite = this.sprites.get(l);
    if (!sprite) {
      const canvas = document.createElement("canvas"), pad = l.size * 0.3;
      this.sprites.set(l, (sprite = { canvas, scale, pad }));
      canvas.width = Math.ceil((l.text.x1 - l.text.x0 + 2 * pad) * scale);
      canvas.height = Math.ceil((l.text.y1 - l.text.y0 + 2 * pad) * scale);
      const c = canvas.getContext("2d")!;
      c.setTransform(scale, 0, 0, scale, (pad - l.text.x0) * scale, (pad - l.text.y0) * scale);
      drawText(c, l, theme);
    }
    return sprite;
  }
}
