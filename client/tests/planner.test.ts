import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { joined, toggled } from "../src/planner";
import type { Target } from "../src/show";

const rows: Target[] = [
  { targets: ["A1"], title: "A1", attackers: ["x", "y"], could: ["z"] },
  { targets: ["A2"], title: "A2", attackers: ["z"], could: ["y"] },
  { targets: ["A3"], title: "A3", could: ["x"] },
];

test("a unit that is added to a battle leaves the one that it was in", () => {
  assert.deepEqual(toggled(rows, ["A2"], ["y"]), [{ targets: ["A1"], attackers: ["x"] }, { targets: ["A2"], attackers: ["z", "y"] }]);
});

test("a unit of a battle that is clicked is struck out, and a battle without units is none", () => {
  assert.deepEqual(toggled(rows, ["A2"], ["z"]), [{ targets: ["A1"], attackers: ["x", "y"] }]);
});

test("all who could are added at once, and none of them twice", () => {
  assert.deepEqual(toggled(rows, ["A3"], ["x", "y"]), [{ targets: ["A2"], attackers: ["z"] }, { targets: ["A3"], attackers: ["x", "y"] }]);
});

test("two places in one battle take their attackers together", () => {
  assert.deepEqual(joined(rows, ["A1"], "A2"), [{ targets: ["A1", "A2"], attackers: ["x", "y", "z"] }]);
  assert.deepEqual(joined(rows, ["A2"], "A4")[1], { targets: ["A2", "A4"], attackers: ["z"] });
});
