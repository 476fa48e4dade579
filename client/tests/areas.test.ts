import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { boxOfLaid, freeSpot, nameBoxes } from "../src/map/areas";
import { type Box, inPolygon, meets } from "../src/map/geometry";
import { layStacks } from "../src/map/stacks";
import { howTo } from "../src/first";
import type { Board, Piece, Place, Point } from "../src/show";

/** An area shaped as an L, three counters wide and two high at its foot, with its name in the upright part. */
const L: Point[] = [[0, 0], [90, 0], [90, 130], [260, 130], [260, 300], [130, 300], [0, 300]];
const area = (id: string, points: Point[], anchors: Record<string, Point>): Place => ({ id, name: id, surface: "map", anchor: [45, 60], shape: "polygon", points, style: "", room: 120, anchors });
const board = { counter: 80, surfaces: [], places: [], labels: [{ text: "Sedan", at: [45, 30], size: 20, style: "city", priority: 1 }] } as unknown as Board;
const piece = (id: string, place: string, anchor: string, badges = 0): Piece => ({ id, place, anchor, order: 0, face: { name: id, badges: Array.from({ length: badges }, () => ({ text: "+1" })) } }) as unknown as Piece;
const lay = (places: Place[], pieces: Piece[]) => layStacks(board, new Map(places.map((p) => [p.id, p])), pieces, 80).flatMap((s) => s.laid);
const apart = (boxes: Box[]): boolean => boxes.every((a, i) => boxes.every((b, j) => i >= j || !meets(a, b)));
const inside = (x: number, y: number): boolean => inPolygon(x, y, L);

test("counters stand inside their area, beside its name", () => {
  const laid = lay([area("L", L, { a: [200, 60] })], [piece("1", "L", "a"), piece("2", "L", "a")]);
  assert.ok(laid.every((l) => inside(l.x, l.y)));
  const [name] = nameBoxes(board.labels!);
  assert.ok(laid.every((l) => !meets(boxOfLaid(l), name!)));
  assert.ok(apart(laid.map(boxOfLaid)));
});

test("both sides, and neighbours, never cover one another, though they may stand smaller", () => {
  const right = L.map(([x, y]): Point => [520 - x, y]);
  const both = [area("L", L, { a: [200, 60], b: [200, 60] }), { ...area("R", right, { a: [320, 60], b: [320, 60] }), anchor: [475, 60] as Point }];
  const pieces = ["L", "R"].flatMap((at) => ["a", "b"].flatMap((side) => [1, 2, 3].map((n) => piece(`${at}${side}${n}`, at, side, 1))));
  const laid = lay(both, pieces);
  assert.equal(laid.length, 12);
  assert.ok(apart(laid.map((l) => { const b = boxOfLaid(l); return { x0: b.x0 + 1, y0: b.y0 + 1, x1: b.x1 - 1, y1: b.y1 - 1 }; })));
});

test("a badge on the upper edge of a lower row leaves the factors of the upper one free", () => {
  const tall: Point[] = [[0, 0], [45, 0], [90, 0], [90, 300], [60, 300], [30, 300], [0, 300]];
  const [one, two] = lay([area("T", tall, { a: [45, 200] })], [piece("1", "T", "a", 1), piece("2", "T", "a", 1)]);
  assert.ok(Math.abs(one!.y - two!.y) > one!.side * 1.15);
});

test("a cost stands where neither counters nor names are", () => {
  const taken: Box[] = [{ x0: 0, y0: 0, x1: 90, y1: 130 }, { x0: 90, y0: 130, x1: 260, y1: 300 }];
  const [x, y] = freeSpot(area("L", L, {}), [30, 20], taken, 20);
  assert.ok(inside(x, y));
  assert.ok(taken.every((b) => !meets(b, { x0: x - 15, x1: x + 15, y0: y - 10, y1: y + 10 })));
});

test("who has never played is told how to answer", () => {
  const c = (kind: string, complete: boolean) => ({ kind, complete, action: "x", verb: "", label: "" }) as never;
  assert.match(howTo([c("piece", false)]), /lit counter, then/);
  assert.equal(howTo([c("piece", true)]), "Click a lit counter.");
  assert.match(howTo([c("place", true), c("choice", true)]), /lit place/);
  assert.match(howTo([c("choice", true)]), /Rest the pointer/);
  assert.equal(howTo([c("piece", true)], true), "Tap a lit counter.");
  assert.match(howTo([c("choice", true)], true), /first tap/);
});
