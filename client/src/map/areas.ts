/** Counters in areas of irregular shape: in rows, where the outline, the names and other counters leave room. */
import type { Label, Piece, Place } from "../show";
import { type Box, grow, inPolygon, meets, placeBox } from "./geometry";
import { isName } from "./labels";
import type { Laid, Stack } from "./stacks";

/** Of a counter's side: between counters, what a badge on the upper edge needs above it, and two of them beside it. */
const GAP = 0.06, BADGE = 0.17, TWO_BADGES = 0.32;
/** Where there is no room, counters are drawn smaller before they cover one another. */
const SHARES = [1, 0.86, 0.74];
/** What lies badly: a ninth of a counter outside its area; all of it over a name, or over another counter; a side's length
 * from where the board wants it; smaller counters. */
const OUTSIDE = 0.3, OVER_NAME = 4, OVER_COUNTER = 30, FAR = 0.25, SMALLER = 6;

export const isIrregular = (p: Place): boolean => (p.shape ?? "polygon") === "polygon" && (p.points?.length ?? 0) > 6;

/** Which points of an area's box lie inside it, on a grid. */
interface Inside { box: Box; cell: number; wide: number; cells: Uint8Array; size: number }

const known = new WeakMap<Place, Inside>();

function insideOf(p: Place, cell: number): Inside {
  const found = known.get(p);
  if (found && found.cell === cell) return found;
  const box = placeBox(p), wide = Math.ceil((box.x1 - box.x0) / cell) + 1, high = Math.ceil((box.y1 - box.y0) / cell) + 1;
  const cells = new Uint8Array(wide * high);
  let size = 0;
  for (let i = 0; i < wide; i++) for (let j = 0; j < high; j++) size += cells[j * wide + i] = Number(inPolygon(box.x0 + i * cell, box.y0 + j * cell, p.points!));
  const made = { box, cell, wide, cells, size };
  known.set(p, made);
  return made;
}

function isInside(m: Inside, x: number, y: number): boolean {
  const i = Math.round((x - m.box.x0) / m.cell), j = Math.round((y - m.box.y0) / m.cell);
  return i >= 0 && i < m.wide && j >= 0 && m.cells[j * m.wide + i] === 1;
}

/** What the names of areas cover, about: letters are two thirds as wide as high. */
export function nameBoxes(labels: readonly Label[]): Box[] {
  return labels.filter(isName).map(({ text, at: [x, y], size }) => ({ x0: x - text.length * size * 0.32, x1: x + text.length * size * 0.32, y0: y - size * 0.5, y1: y + size * 0.5 }));
}

const shared = (a: Box, b: Box): number => Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));

/** A counter with the badge on its upper edge. */
export function boxOfLaid({ piece, x, y, side }: Laid): Box {
  const h = side / 2;
  return { x0: x - h, x1: x + h, y0: y - h - (piece.face.badges?.length ? side * BADGE : 0), y1: y + h };
}

/** In rows of so many, around a point. */
function rows(pieces: readonly Piece[], wide: number, side: number, x: number, y: number): Laid[] {
  const n = pieces.length, high = Math.ceil(n / wide), badges = pieces.some((p) => p.face.badges?.length), two = pieces.some((p) => (p.face.badges?.length ?? 0) > 1);
  const dx = side * (1 + (two ? TWO_BADGES : GAP)), dy = side * (1 + GAP + (badges ? BADGE : 0));
  return pieces.map((piece, i) => {
    const row = Math.floor(i / wide), inRow = row === high - 1 ? n - row * wide : wide;
    return { piece, side, x: x + ((i % wide) - (inRow - 1) / 2) * dx, y: y + (row - (high - 1) / 2) * dy };
  });
}

function badness(laid: readonly Laid[], m: Inside, names: readonly Box[], others: readonly Box[]): number {
  let bad = 0;
  for (const l of laid) {
    const h = l.side / 2, area = l.side * l.side, box = boxOfLaid(l);
    for (const i of [-h, 0, h]) for (const j of [-h, 0, h]) if (!isInside(m, l.x + i, l.y + j)) bad += OUTSIDE;
    for (const b of names) bad += (OVER_NAME * shared(box, b)) / area;
    for (const b of others) bad += (OVER_COUNTER * shared(box, b)) / area;
  }
  return bad;
}

/** The best place for one side's counters in an area. */
function settle(s: Stack, side: number, m: Inside, names: readonly Box[], others: readonly Box[]): Laid[] {
  const { box } = m, n = s.pieces.length, step = side / 3;
  let best: Laid[] = [], least = Infinity;
  const tried = (wide: number, share: number, x: number, y: number): void => {
    const far = (Math.hypot(x - s.x, y - s.y) / side) * FAR + (1 - share) * SMALLER;
    if (far >= least) return;
    const laid = rows(s.pieces, wide, side * share, x, y), bad = far + badness(laid, m, names, others);
    if (bad < least) [best, least] = [laid, bad];
  };
  for (const share of SHARES) {
    for (let wide = n; wide >= 1; wide--) {
      if (Math.ceil(n / wide) === Math.ceil(n / (wide - 1))) continue; // fewer in a row give as many rows
      tried(wide, share, s.x, s.y);
      for (let x = box.x0 + side / 2; x <= box.x1 - side / 2 + step; x += step)
        for (let y = box.y0 + side / 2; y <= box.y1 - side / 2 + step; y += step) tried(wide, share, x, y);
    }
  }
  return best;
}

/** Lays the counters of the areas among these stacks anew, the small areas first, for they have the least choice. */
export function settleAreas(stacks: readonly Stack[], side: number, names: readonly Box[], cell: number): void {
  const areas = stacks.filter((s) => isIrregular(s.place)).map((s) => ({ s, m: insideOf(s.place, cell) }));
  if (!areas.length) return;
  areas.sort((a, b) => a.m.size - b.m.size || b.s.pieces.length - a.s.pieces.length || (a.s.key < b.s.key ? -1 : 1));
  const taken: Box[] = [];
  for (const { s, m } of areas) {
    const near = grow(m.box, side * 3);
    s.laid = settle(s, side, m, names.filter((b) => meets(b, near)), taken.filter((b) => meets(b, near)));
    s.heaped = false;
    s.x = s.laid.reduce((sum, l) => sum + l.x, 0) / s.laid.length;
    s.y = s.laid.reduce((sum, l) => sum + l.y, 0) / s.laid.length;
    taken.push(...s.laid.map(boxOfLaid));
  }
}

/** The spot of an area, for a tag of this size, that covers the least of what stands there; nearest to its middle. */
export function freeSpot(p: Place, [w, h]: readonly [number, number], taken: readonly Box[], cell: number): [number, number] {
  const m = insideOf(p, cell), [ax, ay] = p.anchor, near = taken.filter((b) => meets(b, m.box));
  let best: [number, number] = [ax, ay], least = Infinity;
  for (let i = 0; i < m.cells.length; i++) {
    if (!m.cells[i]) continue;
    const x = m.box.x0 + (i % m.wide) * cell, y = m.box.y0 + Math.floor(i / m.wide) * cell;
    const tag = { x0: x - w / 2, x1: x + w / 2, y0: y - h / 2, y1: y + h / 2 };
    let bad = Math.hypot(x - ax, y - ay) / 1000;
    for (const [cx, cy] of [[tag.x0, tag.y0], [tag.x1, tag.y0], [tag.x0, tag.y1], [tag.x1, tag.y1]] as const) if (!isInside(m, cx, cy)) bad += 0.5;
    for (const b of near) bad += (4 * shared(tag, b)) / (w * h);
    if (bad < least) [best, least] = [[x, y], bad];
  }
  return best;
}
