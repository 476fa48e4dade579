import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { shift } from "../src/map/follow";
import { shortened } from "../src/map/trails";
import type { LogEntry } from "../src/protocol";
import type { Session } from "../src/session";
import { around, dwell, followFrom, goTo, leaveReplay, onward, pause } from "../src/time";
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

/** As much of a session as looking back needs, with a server whose answers come when they are let go. */
function lookingBack(steps: number): { s: Session; answer: (i: number) => Promise<void> } {
  const waiting: (() => void)[] = [];
  const s = {
    glances: 0, map: null, replay: { value: null }, dice: { value: [] }, state: { value: { steps, seat: "red", thinking: [] } },
    point: () => undefined, glide: () => undefined,
    ask: (_: string, { n }: { n: number }) => new Promise((resolve) => waiting.push(() => resolve({ n, log: [], scene: { pieces: [] } }))),
  } as unknown as Session;
  return { s, answer: async (i) => { waiting[i]!(); await new Promise((go) => setTimeout(go)); } };
}

test("who skips while a step is on its way stays in the present", async () => {
  const { s, answer } = lookingBack(5);
  void goTo(s, 0, "red", true);
  await answer(0);
  assert.equal(s.replay.value?.step.n, 0);
  void onward(s);
  leaveReplay(s);
  await answer(1);
  assert.equal(s.replay.value, null);
});

test("who pauses while a step is on its way sees it and no other", async () => {
  const { s, answer } = lookingBack(5);
  void goTo(s, 0, "red", true);
  await answer(0);
  void onward(s);
  pause(s);
  await answer(1);
  assert.equal(s.replay.value?.step.n, 1);
  assert.equal(s.replay.value?.playing, false);
});

test("of two steps asked for the later one is shown, in whatever order they come", async () => {
  const { s, answer } = lookingBack(5);
  void goTo(s, 2, "red", false);
  void goTo(s, 4, "red", false);
  await answer(1);
  await answer(0);
  assert.equal(s.replay.value?.step.n, 4);
});

test("the log shows the lines around the moment that is looked at, else the latest", () => {
  const lines = Array.from({ length: 1000 }, (_, i) => ({ step: i + 1 }));
  assert.deepEqual([around(lines, undefined).length, around(lines, undefined).at(-1)], [400, { step: 1000 }]);
  for (const at of [1, 5, 300, 777, 1000]) assert.ok(around(lines, at).some((e) => e.step === at), `step ${at}`);
  assert.equal(around(lines, 5).length, 400);
  assert.deepEqual(around(lines.slice(0, 3), 2), lines.slice(0, 3));
});
