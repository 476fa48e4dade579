import assert from "node:assert/strict";
import { test } from "node:test";
import { outerEdges } from "../src/map/marks";
import type { Place } from "../src/show";

const square = (id: string, x: number, neighbours: string[]): Place => ({ id, name: id, surface: "map", anchor: [x + 5, 5], points: [[x, 0], [x + 10, 0], [x + 10, 10], [x, 10]], neighbours });
const all = new Map([square("a", 0, ["b"]), square("b", 10, ["a", "c"]), square("c", 20, ["b"])].map((p) => [p.id, p]));
const edges = (...ids: string[]): number => outerEdges(ids.map((id) => all.get(id)!), all).length;

test("marks that touch are one shape: a side between two of them is no edge", () => {
  assert.equal(edges("a"), 4);
  assert.equal(edges("a", "b"), 6);
  assert.equal(edges("a", "b", "c"), 8);
  assert.equal(edges("a", "c"), 8, "they do not touch");
});

test("the edge runs around the outside", () => {
  const sides = outerEdges([all.get("a")!, all.get("b")!], all);
  assert.ok(!sides.some(([x, , nx]) => x === 10 && nx === 10), "not along the side that both have");
  assert.ok(sides.some(([x, , nx]) => x === 20 && nx === 20));
});
