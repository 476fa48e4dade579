import assert from "node:assert/strict";
import { test } from "node:test";
import { contrast, fillFor, lightness, mix, parse, strokeFor } from "../src/map/colour";
import { BoardIndex, GridIndex, inPolygon } from "../src/map/geometry";
import { fan, layStacks } from "../src/map/stacks";
import { syntheticBoard, syntheticScene } from "../src/map/synthetic";
import type { Board, Piece, Place } from "../src/show";

const board = syntheticBoard();

test("the synthetic board is as large as the largest game", () => {
  assert.equal(board.places.length, 1500);
  assert.equal(syntheticScene(board).pieces.length, 400);
});

test("every hex is found at its own anchor", () => {
  const index = new BoardIndex(board);
  for (const p of board.places) assert.equal(index.at(p.anchor[0], p.anchor[1])?.id, p.id);
  assert.equal(index.at(-50, -50), undefined);
});

test("of two places that lie over each other the later is hit", () => {
  const two: Board = {
    width: 10, height: 10, counter: 1, surfaces: [],
    places: [
      { id: "area", name: "", surface: "", anchor: [5, 5], points: [[0, 0], [10, 0], [10, 10], [0, 10]] },
      { id: "town", name: "", surface: "", anchor: [5, 5], shape: "circle", radius: 2 },
    ],
  };
  const index = new BoardIndex(two);
  assert.equal(index.at(5, 6)?.id, "town");
  assert.equal(index.at(5, 8)?.id, "area");
  assert.equal(index.at(6.9, 6.9)?.id, "area", "a circle is not its box");
});

test("a polygon with a bay does not hold what lies in the bay", () => {
  const u: [number, number][] = [[0, 0], [3, 0], [3, 3], [2, 3], [2, 1], [1, 1], [1, 3], [0, 3]];
  assert.ok(inPolygon(0.5, 2, u));
  assert.ok(!inPolygon(1.5, 2, u));
  assert.ok(inPolygon(2.5, 2, u));
});

test("the grid index finds just what meets a box", () => {
  const boxes = board.places.map((p) => ({ x0: p.anchor[0] - 5, y0: p.anchor[1] - 5, x1: p.anchor[0] + 5, y1: p.anchor[1] + 5 }));
  const grid = new GridIndex(boxes, 77);
  const box = { x0: 300, y0: 300, x1: 420, y1: 390 };
  const slow = boxes.map((b, i) => ({ b, i })).filter(({ b }) => b.x0 < box.x1 && box.x0 < b.x1 && b.y0 < box.y1 && box.y0 < b.y1).map(({ i }) => i);
  assert.deepEqual(grid.find(box), slow);
  assert.ok(slow.length > 3);
});

test("the arrow keys lead over the whole map and back", () => {
  const index = new BoardIndex(board);
  let at = index.places.get("0000")!;
  const seen = new Set<string>();
  for (let i = 0; i < 200; i++) {
    const next = index.step(at, 1, 0);
    if (!next) break;
    assert.ok(next.anchor[0] > at.anchor[0], "right is right");
    at = next;
    seen.add(at.id);
  }
  assert.ok(seen.size >= 25);
  assert.ok(at.anchor[0] > 2000);
  assert.ok(index.step(index.places.get("1010")!, 0, -1)!.anchor[1] < index.places.get("1010")!.anchor[1]);
});

const piece = (id: string, place: string, order = 0): Piece => ({ id, place, order, face: { name: id, colours: "red" } });

test("pieces stand side by side where there is room and in a heap where there is not", () => {
  const index = new BoardIndex(board);
  const place = index.places.get("2010")!;
  const pieces = ["a", "b", "c", "d"].map((id, i) => piece(id, "2010", i));
  const wide = layStacks(board, new Map([["2010", { ...place, room: 60 }]]), pieces, 34)[0]!;
  assert.ok(!wide.heaped);
  for (const [i, a] of wide.laid.entries())
    for (const b of wide.laid.slice(i + 1)) assert.ok(Math.abs(a.x - b.x) >= 34 || Math.abs(a.y - b.y) >= 34, "no two cover each other");
  const tight = layStacks(board, new Map([["2010", { ...place, room: 20 }]]), pieces, 34)[0]!;
  assert.ok(tight.heaped);
  assert.equal(tight.pieces.length, 4);
});

test("the order in a stack is the scene's, bottom first", () => {
  const index = new BoardIndex(board);
  const stack = layStacks(board, index.places, [piece("top", "1010", 9), piece("bottom", "1010", 1), piece("middle", "1010", 5)], 34)[0]!;
  assert.deepEqual(stack.pieces.map((p) => p.id), ["bottom", "middle", "top"]);
});

test("a fan shows every piece of a stack apart, the top one first", () => {
  const index = new BoardIndex(board);
  const stack = layStacks(board, index.places, Array.from({ length: 9 }, (_, i) => piece(`p${i}`, "1010", i)), 34)[0]!;
  const laid = fan(stack, 54);
  assert.equal(laid.length, 9);
  for (const [i, a] of laid.entries()) for (const b of laid.slice(i + 1)) assert.ok(Math.abs(a.x - b.x) >= 54 || Math.abs(a.y - b.y) >= 54);
  const top = laid.find((l) => l.piece.id === "p8")!;
  assert.ok(laid.every((l) => l.y > top.y || l.x >= top.x));
});

test("a piece whose place is not on the board is left out, not drawn at the corner", () => {
  assert.deepEqual(layStacks(board, new BoardIndex(board).places, [piece("lost", "nowhere")], 34), []);
});

test("colours are read, mixed and kept apart by night", () => {
  assert.deepEqual(parse("#fff"), { r: 255, g: 255, b: 255 });
  assert.equal(mix("#000000", "#ffffff", 0.5), "#808080");
  assert.ok(Math.abs(contrast("#000000", "#ffffff") - 21) < 1e-9);
  assert.equal(fillFor("light", "#efe6cb"), "#efe6cb");
  assert.equal(fillFor("dark", "#efe6cb", "#112233"), "#112233");
  assert.ok(lightness(fillFor("dark", "#efe6cb")) < 0.1, "ground is dark by night");
  assert.ok(contrast(strokeFor("dark", "#2b2620"), fillFor("dark", "#efe6cb")) > 2, "and lines can still be seen on it");
});

test("a crowd in a box stands in rows, in smaller counters if need be, and within it", () => {
  const box = { name: "Box", surface: "map", id: "box", shape: "rect" as const, points: [[0, 0], [400, 300]] as [number, number][], anchor: [200, 160] as [number, number], room: 190 };
  const crowd = Array.from({ length: 60 }, (_, i) => ({ ...piece(`p${i}`, "box", i) }));
  const stack = layStacks(board, new Map([["box", box]]), crowd, 50)[0]!;
  assert.equal(stack.heaped, false);
  assert.equal(new Set(stack.laid.map((l) => `${l.x},${l.y}`)).size, 60);
  for (const l of stack.laid) assert.ok(l.x - l.side / 2 >= 0 && l.x + l.side / 2 <= 400 && l.y - l.side / 2 >= 0 && l.y + l.side / 2 <= 300);
  const few = layStacks(board, new Map([["box", box]]), crowd.slice(0, 10), 50)[0]!;
  assert.equal(few.laid[0]!.side, 50, "no smaller than it must be");
});

test("two rows in a box stand closer, so that its name below stays free, but never too small to be read", () => {
  const box = (high: number): Place => ({ id: "box", name: "Box", surface: "map", shape: "rect", points: [[0, 0], [80, high]], anchor: [40, high / 2], room: 40 });
  const laid = (high: number): { y: number; side: number }[] => layStacks(board, new Map([["box", box(high)]]), ["a", "b", "c", "d"].map((id) => piece(id, "box")), 34)[0]!.laid;
  for (const l of laid(64)) assert.ok(l.y + l.side / 2 <= 64, "within the box");
  assert.equal(laid(90)[0]!.side, 34, "where there is room they keep their size");
  assert.ok(laid(20)[0]!.side >= 34 * 0.8);
});
