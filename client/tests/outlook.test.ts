/** The outlook by turn, and how sure a bot is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { at, heights, subject, sureWords, turningPoints } from "../src/outlook";
import type { TableState } from "../src/protocol";

const points = [0.5, 0.6, 0.2, 0.25, 1].map((worth, i, all) => ({ title: `Turn ${i + 1}`, step: 10 * i, worth, change: i ? worth - all[i - 1]! : 0 }));

test("the greatest changes come first, whichever way they went", () => {
  assert.deepEqual(turningPoints(points, 2).map((p) => p.title), ["Turn 5", "Turn 3"]);
  assert.deepEqual(turningPoints(points.slice(0, 1)), []);
});

test("a chance keeps its height, a score lies between its least and its most", () => {
  assert.deepEqual(heights(points, true), [0.5, 0.6, 0.2, 0.25, 1]);
  assert.deepEqual(heights([30, 40, 35].map((worth) => ({ title: "", step: 0, worth, change: 0 })), false), [0, 1, 0.5]);
  assert.deepEqual(heights([30, 30].map((worth) => ({ title: "", step: 0, worth, change: 0 })), false), [0.5, 0.5]);
});

test("a step belongs to the turn that began last", () => {
  assert.equal(at(points, 0), 0);
  assert.equal(at(points, 19), 1);
  assert.equal(at(points, 40), 4);
});

test("who has played nothing out says nothing of how sure he is", () => {
  assert.equal(sureWords({ sure: 0, other: "" }), "");
  assert.equal(sureWords({ sure: 0.6, other: "a pass" }), "It is not sure (60 %); the best alternative was a pass.");
  assert.equal(sureWords({ sure: 0.97, other: "a pass" }), "It is quite sure (97 %); the best alternative was a pass.");
});

test("a bot thinks about the present step of the sequence of play", () => {
  const item = (id: string, title: string, now: boolean) => ({ id, title, rule: "", level: 0, now });
  const st = (now: boolean, clock: string) => ({ sequence: [item("choose", "Assault, Regroup, Redeploy or Pass", now), item("refit", "Refit Phase", false)], scene: { clock } }) as unknown as TableState;
  assert.equal(subject(st(true, "Turn 3, impulse 2")), "Assault, Regroup, Redeploy or Pass; Turn 3, impulse 2");
  assert.equal(subject(st(false, "Turn 3, impulse 2")), "Turn 3, impulse 2");
  assert.equal(subject(st(false, "")), "its answer");
});
