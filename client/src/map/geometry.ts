/** Boxes, hit tests and a grid index over the places of a board. */
import type { Board, Place, Point } from "../show";

export interface Box { x0: number; y0: number; x1: number; y1: number }

export function boxOf(points: readonly Point[]): Box {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const [x, y] of points) {
    if (x < box.x0) box.x0 = x;
    if (y < box.y0) box.y0 = y;
    if (x > box.x1) box.x1 = x;
    if (y > box.y1) box.y1 = y;
  }
  return box;
}

export const grow = (b: Box, by: number): Box => ({ x0: b.x0 - by, y0: b.y0 - by, x1: b.x1 + by, y1: b.y1 + by });

/** The part of a box that lies within another. */
export const within = (b: Box, all: Box): Box => ({ x0: Math.max(b.x0, all.x0), y0: Math.max(b.y0, all.y0), x1: Math.min(b.x1, all.x1), y1: Math.min(b.y1, all.y1) });

export const meets = (a: Box, b: Box): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

export function placeBox(p: Place): Box {
  if (p.shape === "circle") {
    const r = p.radius ?? 0;
    return { x0: p.anchor[0] - r, y0: p.anchor[1] - r, x1: p.anchor[0] + r, y1: p.anchor[1] + r };
  }
  return p.points?.length ? boxOf(p.points) : boxOf([p.anchor]);
}

export function inPolygon(x: number, y: number, points: readonly Point[]): boolean {
  let inside = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = points[i]!;
    const [xj, yj] = points[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

export function inPlace(p: Place, box: Box, x: number, y: number): boolean {
  if (x < box.x0 || x > box.x1 || y < box.y0 || y > box.y1) return false;
  if (p.shape === "circle") return Math.hypot(x - p.anchor[0], y - p.anchor[1]) <= (p.radius ?? 0);
  if (p.shape === "rect") return true;
  return inPolygon(x, y, p.points ?? []);
}

/** A uniform grid: which items may lie in a box. */
export class GridIndex {
  private readonly cells = new Map<number, number[]>();
  constructor(private readonly boxes: readonly Box[], private readonly cell: number) {
    boxes.forEach((b, i) => {
      for (const key of this.keys(b)) {
        const list = this.cells.get(key);
        if (list) list.push(i);
        else this.cells.set(key, [i]);
      }
    });
  }

  private *keys(b: Box): Generator<number> {
    const c = this.cell;
    for (let gx = Math.floor(b.x0 / c); gx <= Math.floor(b.x1 / c); gx++)
      for (let gy = Math.floor(b.y0 / c); gy <= Math.floor(b.y1 / c); gy++) yield gx * 65_536 + gy;
  }

  /** The items whose boxes meet `box`, in their own order. */
  find(box: Box): number[] {
    const seen = new Set<number>();
    for (const key of this.keys(box)) for (const i of this.cells.get(key) ?? []) seen.add(i);
    return [...seen].filter((i) => meets(this.boxes[i]!, box)).sort((a, b) => a - b);
  }
}

/** A board with the boxes and indexes that drawing and clicking need. */
export class BoardIndex {
  readonly places = new Map<string, Place>();
  readonly boxes: Box[];
  readonly box: Box;
  private readonly grid: GridIndex;

  constructor(readonly board: Board) {
    for (const p of board.places) this.places.set(p.id, p);
    this.boxes = board.places.map(placeBox);
    const x = board.x ?? 0, y = board.y ?? 0;
    this.box = { x0: x, y0: y, x1: x + board.width, y1: y + board.height };
    this.grid = new GridIndex(this.boxes, Math.max(board.width, board.height) / 24 || 1);
  }

  inBox(box: Box): Place[] {
    return this.grid.find(box).map((i) => this.board.places[i]!);
  }

  /** The place at a point: of several, the last drawn (the smallest lies on top). */
  at(x: number, y: number): Place | undefined {
    const found = this.grid.find({ x0: x - 0.001, y0: y - 0.001, x1: x + 0.001, y1: y + 0.001 });
    for (let i = found.length - 1; i >= 0; i--) {
      const p = this.board.places[found[i]!]!;
      if (inPlace(p, this.boxes[found[i]!]!, x, y)) return p;
    }
    return undefined;
  }

  /** The next place for the keyboard's cursor in a direction: a neighbour if one lies that way. */
  step(from: Place, dx: number, dy: number): Place | undefined {
    const score = (p: Place): number => {
      const vx = p.anchor[0] - from.anchor[0], vy = p.anchor[1] - from.anchor[1];
      const along = vx * dx + vy * dy;
      if (along <= 1e-6) return Infinity;
      const across = Math.abs(vx * dy - vy * dx);
      return across > along * 2.2 ? Infinity : along + across * 1.6;
    };
    const best = (list: Iterable<Place>): Place | undefined => {
      let found: Place | undefined, least = Infinity;
      for (const p of list) {
        const s = p === from ? Infinity : score(p);
        if (s < least) [found, least] = [p, s];
      }
      return found;
    };
    const near = (from.neighbours ?? []).map((id) => this.places.get(id)).filter((p) => p !== undefined);
    return best(near) ?? best(this.board.places);
  }
}
