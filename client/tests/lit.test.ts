import assert from "node:assert/strict";
import { test } from "node:test";
import { choosable, enemiesOf, fullest, heldAgainst, inTheThick } from "../src/lit";
import type { Choosable } from "../src/map/view";
import type { Choice } from "../src/protocol";
import type { Piece } from "../src/show";

const piece = (id: string, place: string, colours: string, symbol = "infantry"): Piece => ({ id, place, face: { name: id, colours, symbol } });
const choice = (kind: string, value: string): Choice => ({ action: `go ${value}`, complete: true, verb: "go", kind, value, label: value });
const colours = { grey: { fill: "#888", ink: "#fff", side: "north" }, blue: { fill: "#00f", ink: "#fff", side: "south" }, paper: { fill: "#fff", ink: "#000" } };
const pieces = [piece("n", "a", "grey"), piece("s", "b", "blue"), piece("fort", "c", "blue", "marker"), piece("card", "c", "paper")];

test("the units in colours of another side are the enemy; markers and colours of no side are not", () => {
  const seen = (side: string): string[] => [...enemiesOf({ side, scene: { pieces } }, { colours })];
  assert.deepEqual(seen("north"), ["s"]);
  assert.deepEqual(seen("south"), ["n"]);
  assert.deepEqual([...enemiesOf(null, null)], []);
});

test("places that hold an enemy are told from quiet ones", () => {
  const lit = choosable([choice("place", "b"), choice("place", "c"), choice("piece", "n"), choice("number", "3")], pieces, new Set(["s"]));
  assert.deepEqual([...lit.places], ["b", "c"]);
  assert.deepEqual([...lit.fights], ["b"]);
  assert.deepEqual([...lit.quiet], ["c"]);
  assert.deepEqual([...lit.pieces], ["n"]);
  assert.deepEqual([...lit.foes], ["s"]);
});

test("an enemy that can be chosen himself is met too", () => {
  assert.deepEqual([...choosable([choice("piece", "s")], pieces, new Set(["s"])).foes], ["s"]);
});

test("a garrison is met like a unit, by the other side only", () => {
  const scene = { pieces: [], marks: [{ id: "g", place: "fort", style: "garrison", side: "allied" }, { id: "f", place: "field", style: "flooded" }] };
  const lit = (side: string): Choosable => choosable([choice("place", "fort"), choice("place", "field")], [], new Set(), heldAgainst({ side, scene }));
  assert.deepEqual([[...lit("german").fights], [...lit("german").quiet]], [["fort"], ["field"]]);
  assert.deepEqual([...lit("allied").fights], []);
});

test("the first look goes where most pieces stand, not to the middle of those far apart", () => {
  const at: Record<string, [number, number]> = { a: [10, 10], b: [11, 12], c: [12, 10], far: [900, 900] };
  assert.deepEqual(inTheThick(["far", "a", "b", "c"], (id) => at[id]!).sort(), ["b", "c"]);
  assert.deepEqual(inTheThick([], () => [0, 0]), []);
});

test("of what is spread over the map the first look shows as much as fits, and what counts twice draws it", () => {
  const crowd: [number, number][] = [[10, 10], [20, 14], [30, 12]], few: [number, number][] = [[500, 500], [510, 500]];
  assert.deepEqual(fullest([...few, ...crowd], 60, 60), [20, 12]);
  assert.deepEqual(fullest([...few, ...few, ...crowd], 60, 60), [505, 500]);
  assert.deepEqual(fullest([[3, 4]], 1, 1), [3, 4]);
});
