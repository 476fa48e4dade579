import assert from "node:assert/strict";
import { test } from "node:test";
import { grow, meets } from "../src/map/geometry";
import type { LaidLabel } from "../src/map/labels";
import { placeNames, stackBox } from "../src/map/names";
import { layStacks } from "../src/map/stacks";
import type { Board, Piece, Place } from "../src/show";

const place = (id: string, x: number, y: number, surface = "map"): Place => ({ id, name: id, surface, anchor: [x, y], shape: "circle", radius: 20 });
const piece = (id: string, at: string, colours: string, symbol = "infantry"): Piece => ({ id, place: at, face: { name: id, colours, symbol } });
const board: Board = {
  width: 400, height: 400, counter: 40, places: [place("a", 100, 100), place("b", 180, 100), place("off", 300, 300, "box")],
  surfaces: [{ id: "map", title: "", kind: "map", x: 0, y: 0, width: 250, height: 400 }, { id: "box", title: "", kind: "box", x: 250, y: 0, width: 150, height: 400 }],
};
const places = new Map(board.places.map((p) => [p.id, p]));
const edge = { x0: 0, y0: 0, x1: 400, y1: 400 };

function name(x: number, y: number, wide: number): LaidLabel {
  const text = { x0: x, y0: y - 5, x1: x + wide, y1: y + 5 };
  return { label: { text: "Town", at: [x - 4, y], size: 10, style: "city", align: "start", dot: true, priority: 1 }, look: undefined as never, size: 10, name: x, box: text, text, dx: 0, dy: 0 };
}

test("a name that no counter hides stays where it is printed", () => {
  const [n] = placeNames([name(20, 300, 40)], layStacks(board, places, [piece("u", "a", "red")], 40), 1, edge);
  assert.deepEqual([n!.dx, n!.dy], [0, 0]);
});

test("a hidden name steps out from under the counter, near its dot and over nothing else", () => {
  const stacks = layStacks(board, places, [piece("u", "a", "red"), piece("v", "b", "red")], 40);
  const placed = placeNames([name(95, 100, 40), name(97, 75, 40)], stacks, 1, edge);
  for (const n of placed) for (const s of stacks) assert.ok(!meets(n.box, stackBox(s)));
  assert.ok(!meets(placed[0]!.box, placed[1]!.box));
  assert.ok(Math.abs(placed[0]!.dy) <= 40 && Math.abs(placed[0]!.dx) <= 80);
});

test("in a dense front a name lies on the upper edge of a counter, unless that is too small to be read under it", () => {
  const front = (side: number): Parameters<typeof placeNames>[1] => {
    const grid = [0, 1, 2, 3, 4, 5, 6].flatMap((i) => [0, 1, 2, 3, 4, 5, 6].map((j) => place(`${i}${j}`, 40 + i * (side + 4), 40 + j * (side + 4))));
    return layStacks({ ...board, places: grid }, new Map(grid.map((p) => [p.id, p])), grid.map((p) => piece(p.id, p.id, "red")), side);
  };
  const at = (side: number): number => 40 + 3 * (side + 4);
  const [near] = placeNames([name(at(26), at(26), 50)], front(26), 1, edge);
  assert.ok(near!.plate);
  const top = at(26) - 13;
  assert.ok(near!.box.y0 < top && near!.box.y1 > top && near!.box.y1 < top + 8, "the factors at the foot stay free");
  const [far] = placeNames([name(at(20), at(20), 50)], front(20), 1, edge);
  assert.equal(far!.plate, false);
});

test("where no side is free a name goes where it hides least of the counters, and never on their factors", () => {
  const side = 26, step = 30, at = 40 + 2 * step;
  const rows = [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2, 3, 4].filter((j) => !(i === 3 && j === 2)).map((j) => place(`${i}${j}`, 40 + i * step, 40 + j * step)));
  const stacks = layStacks({ ...board, places: rows }, new Map(rows.map((p) => [p.id, p])), rows.map((p) => piece(p.id, p.id, "red")), side);
  const above = name(at - 14, at - 13, 28); // lies on the upper edge of the counter in the middle already
  const [, n] = placeNames([above, name(at - 4, at, 32)], stacks, 1, edge); // beside the middle one place is free
  assert.ok(n!.plate);
  for (const b of stacks.map(stackBox)) assert.ok(!meets(n!.box, { ...b, y0: b.y1 - 11 }), "its factors");
});

test("names that are drawn larger than printed do not run into one another", () => {
  const stacks = layStacks(board, places, [piece("u", "b", "red")], 40);
  const [a, b] = placeNames([name(20, 300, 40), name(50, 300, 40)], stacks, 1, edge);
  assert.deepEqual([a!.dx, a!.dy], [0, 0]);
  assert.ok(!meets(grow(a!.box, 2), b!.box), "nor are they read as one");
  assert.ok(Math.hypot(b!.dx, b!.dy) < 25);
});

test("names that touch are not read as one, and no name hides the dot of another town", () => {
  const [calais, dunkirk] = placeNames([name(20, 300, 40), name(60, 300, 40)], [], 1, edge);
  assert.ok(!meets(dunkirk!.box, grow(calais!.box, 2)), "a gap between them");
  const dot = { x0: 155, y0: 199, x1: 157, y1: 201 };
  const [over] = placeNames([name(130, 200, 60), name(160, 200, 1)], [], 1, edge);
  assert.ok(!meets(over!.box, dot), "the dot is seen");
  assert.notDeepEqual([over!.dx, over!.dy], [0, 0]);
});
