import assert from "node:assert/strict";
import { test } from "node:test";
import { boxesOf } from "../src/boxes";
import type { Board, Piece } from "../src/show";

const board = {
  surfaces: [{ id: "m", title: "Map", kind: "map", x: 0, y: 0, width: 1, height: 1 }, { id: "b", title: "Boxes", kind: "box", x: 1, y: 0, width: 1, height: 1 }],
  places: [["hex", "m"], ["pool", "b"], ["losses", "b"], ["reserve", "b"], ["track", "b"]].map(([id, surface]) => ({ id: id!, name: id!, surface: surface!, anchor: [0, 0] })),
} as Pick<Board, "surfaces" | "places">;
const unit = (id: string, place: string, symbol = "infantry"): Piece => ({ id, place, face: { name: id, colours: "red", symbol } });
const none = { pieces: new Set<string>(), places: new Set<string>() };

test("boxes that are empty and not asked for take no room; markers on tracks are no units", () => {
  const found = boxesOf(board, [unit("a", "hex"), unit("b", "pool"), unit("turn", "track", "marker")], none);
  assert.deepEqual(found.map((f) => [f.place.id, f.pieces.map((p) => p.id), f.asked]), [["pool", ["b"], false]]);
});

test("what is asked for comes first, be it a unit in a box or the empty box itself", () => {
  const found = boxesOf(board, [unit("b", "pool"), unit("c", "reserve")], { pieces: new Set(["c"]), places: new Set(["losses"]) });
  assert.deepEqual(found.map((f) => [f.place.id, f.asked]), [["losses", true], ["reserve", true], ["pool", false]]);
});

test("a board without a map has no boxes off it", () => {
  assert.deepEqual(boxesOf({ ...board, surfaces: [] }, [unit("b", "pool")], none), []);
});
