import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { shift } from "../src/map/follow";
import { shortened } from "../src/map/trails";
import type { LogEntry } from "../src/protocol";
import { dwell, followFrom } from "../src/time";
import { trailsOf } from "../src/trails";

const line = (more: Partial<LogEntry>): LogEntry => ({ n: 0, kind: "Said", text: "", ...more });

test("what others did while the page was open is played from what was shown; one's own action is not", () => {
  assert.equal(followFrom({ steps: 6 }, { steps: 7, since: 1 }, true), 6);
  assert.equal(followFrom({ steps: 5 }, { steps: 6, since: 0 }, true), null);
  assert.equal(followFrom({ steps: 6 }, { steps: 6, since: 2 }, true), null, "nothing is new");
  assert.equal(followFrom({ steps: 6 }, { steps: 4, since: 0 }, true), null, "taken back");
  assert.equal(followFrom(null, { steps: 9, since: 3 }, true), 6, "who sits down is shown what he has not seen");
  assert.equal(followFrom({ steps: 6 }, { steps: 8, since: 0 }, false), 6, "who only looks on has no actions of his own");
});

test("dice are looked at longer than moves, and moves longer than what happens nowhere", () => {
  const [dice, move, said, none] = [[line({ dice: [3] })], [line({ path: ["a", "b"] })], [line({})], []].map((log) => dwell({ log })) as [number, number, number, number];
  assert.ok(dice > move && move > said && said > none);
});

test("the camera moves only for what is not in the middle of the view, and not for what does not fit", () => {
  const view = { x0: 0, y0: 0, x1: 100, y1: 100 };
  assert.deepEqual(shift({ x0: 40, y0: 40, x1: 60, y1: 60 }, view), [0, 0]);
  assert.deepEqual(shift({ x0: 85, y0: 45, x1: 95, y1: 55 }, view), [-40, 0]);
  assert.equal(shift({ x0: 0, y0: 0, x1: 90, y1: 10 }, view), null);
  // A board that ends there shows no more emptiness than before; one that goes on a little is moved by that.
  assert.deepEqual(shift({ x0: 85, y0: 45, x1: 95, y1: 55 }, view, { x0: 0, y0: 0, x1: 100, y1: 100 }), [0, 0]);
  assert.deepEqual(shift({ x0: 85, y0: 45, x1: 95, y1: 55 }, view, { x0: 0, y0: 0, x1: 110, y1: 100 }), [-10, 0]);
});

test("a way ends at the edge of the counter that it leads to", () => {
  assert.deepEqual(shortened([[0, 0], [10, 0]], 4), [[0, 0], [6, 0]]);
  assert.deepEqual(shortened([[0, 0], [10, 0], [11, 0]], 3), [[0, 0], [8, 0]], "also round the last corner");
  assert.equal(shortened([[0, 0], [1, 0]], 4).length, 1, "too short a way has no arrow");
});

test("the ways of one unit join, and places with dice are fights", () => {
  const got = trailsOf(
    [line({ piece: "u", path: ["a", "b"] }), line({ piece: "v", path: ["c"] }), line({ piece: "u", path: ["b", "c"] }), line({ dice: [1], places: ["c"] }), line({ places: ["d"] })],
    [{ id: "u", place: "c", face: { name: "u", colours: "red" } }], { colours: { red: { fill: "#f00", ink: "#fff" } } },
  );
  assert.deepEqual(got.moves.map((m) => [m.path, m.colour]), [[["a", "b", "c"], "#f00"]]);
  assert.deepEqual([...got.fights], ["c"]);
});
