/** Where pieces stand: side by side where the place has room, else as a stack that can be fanned out. */
import type { Board, Piece, Place } from "../show";
import { nameBoxes, settleAreas } from "./areas";

export interface Laid {
  piece: Piece;
  /** Middle of the counter in board units. */
  x: number;
  y: number;
  /** Side in board units. */
  side: number;
}

export interface Stack {
  key: string;
  place: Place;
  /** Bottom first. */
  pieces: Piece[];
  laid: Laid[];
  x: number;
  y: number;
  /** True if counters cover one another. */
  heaped: boolean;
}

export function anchorOf(place: Place, piece: Piece): [number, number] {
  return (piece.anchor && place.anchors?.[piece.anchor]) || place.anchor;
}

/** Stacks by place and anchor; `side` is a counter's side in board units (it includes the player's own size). */
export function layStacks(board: Board, places: ReadonlyMap<string, Place>, pieces: readonly Piece[], side: number): Stack[] {
  const stacks = new Map<string, Stack>();
  for (const piece of pieces) {
    const place = places.get(piece.place);
    if (!place) continue;
    const key = `${piece.place}|${piece.anchor ?? ""}`;
    let stack = stacks.get(key);
    if (!stack) {
      const [x, y] = anchorOf(place, piece);
      stacks.set(key, (stack = { key, place, pieces: [], laid: [], x, y, heaped: false }));
    }
    stack.pieces.push(piece);
  }
  for (const s of stacks.values()) {
    s.pieces.sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
    lay(s, side, s.place.room || board.counter * 0.55);
  }
  settleAreas([...stacks.values()], side, nameBoxes(board.labels ?? []), board.counter / 4);
  return [...stacks.values()];
}

/** In a box a crowd stands in rows, in smaller counters if need be: how many in a row, and their side. */
function inRows(place: Place, n: number, side: number, room: number): { wide: number; side: number } | undefined {
  if (place.shape !== "rect" || n < 9 || Object.keys(place.anchors ?? {}).length) return undefined;
  const [[, y0], [, y1]] = place.points as [[number, number], [number, number]];
  const high = 2 * Math.min(place.anchor[1] - Math.min(y0, y1), Math.max(y0, y1) - place.anchor[1]);
  for (const share of [1, 0.85, 0.7, 0.6]) {
    const gap = side * share * 1.06, wide = Math.floor((2 * room) / gap);
    if (wide * Math.floor(high / gap) >= n) return { wide: Math.min(wide, Math.max(Math.ceil(n / Math.floor(high / gap)), Math.ceil(Math.sqrt(n)))), side: side * share };
  }
  return undefined;
}

/** In a box of the map rows stand so close that they leave its name free: which part of their size counters have. */
function shareOf(place: Place, high: number): number {
  if (place.shape !== "rect") return 1;
  const [[, y0], [, y1]] = place.points as [[number, number], [number, number]];
  return Math.max(0.8, Math.min(1, Math.abs(y1 - y0) / high));
}

function lay(s: Stack, side: number, room: number): void {
  const n = s.pieces.length;
  const rows = inRows(s.place, n, side, room);
  if (rows) { grid(s, rows.wide, rows.side); return; }
  const gap = side * 1.06;
  const columns = Math.max(1, Math.floor((2 * room + side * 0.06) / gap));
  if (n > 1 && columns * columns >= n) {
    const wide = Math.min(columns, Math.ceil(Math.sqrt(n)) + (n > 2 && columns >= n && n <= 3 ? 1 : 0), n);
    grid(s, wide, side * shareOf(s.place, Math.ceil(n / wide) * gap));
    return;
  }
  s.heaped = n > 1;
  const shown = Math.min(n, 4), step = side * Math.min(0.13, 0.3 / Math.max(1, shown - 1));
  s.pieces.forEach((piece, i) => {
    const at = Math.max(0, i - (n - shown)) - (shown - 1) / 2;
    s.laid.push({ piece, side, x: s.x - at * step, y: s.y - at * step });
  });
}

function grid(s: Stack, wide: number, side: number): void {
  const n = s.pieces.length, high = Math.ceil(n / wide), gap = side * 1.06;
  s.pieces.forEach((piece, i) => {
    const row = Math.floor(i / wide), inRow = row === high - 1 ? n - row * wide : wide;
    s.laid.push({ piece, side, x: s.x + ((i % wide) - (inRow - 1) / 2) * gap, y: s.y + (row - (high - 1) / 2) * gap });
  });
}

/** A fanned stack: a grid around its anchor, each counter at least `least` wide. */
export function fan(s: Stack, side: number): Laid[] {
  const n = s.pieces.length, wide = Math.min(n, n <= 4 ? n : n <= 12 ? 4 : n <= 24 ? 6 : Math.ceil(Math.sqrt(1.4 * n))), gap = side * 1.12;
  const high = Math.ceil(n / wide);
  return s.pieces.map((piece, i) => {
    const k = n - 1 - i;
    return { piece, side, x: s.x + ((k % wide) - (wide - 1) / 2) * gap, y: s.y + (Math.floor(k / wide) - (high - 1) / 2) * gap };
  });
}
