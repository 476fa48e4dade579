import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TableInfo } from "../src/protocol";
import { beats, recordsOf } from "../src/records";

const table = (more: Partial<TableInfo>): TableInfo => ({ id: "t", game: "g", kind: "game", who: { red: "me", blue: "bot:easy" }, created: "", updated: "", title: "", scenario: "", scenarioTitle: "", options: {}, practice: false, over: true, clock: "", turn: [], level: "marginal", ...more });

test("one's own record counts finished games against others, and no practice", () => {
  const all = [table({ winner: "red" }), table({ winner: "blue" }), table({ winner: "" }), table({ winner: "red", practice: true }), table({ over: false, level: "" }), table({ game: "other", winner: "red" }), table({ winner: "red", who: { red: "me", blue: "hotseat" } })];
  const got = recordsOf(all, "g", ["red", "blue"]);
  assert.equal(got.games, 4);
  assert.deepEqual(got.rows, [{ label: "red", value: "1 won, 1 lost, 1 drawn" }]);
});

test("a solitaire game tells the best and the average score", () => {
  const got = recordsOf([40, 50, 45].map((score) => table({ who: { me: "me" }, score })), "g", ["me"]);
  assert.deepEqual(got.rows, [{ label: "Best", value: "50" }, { label: "Average", value: "45.0" }]);
});

test("a score beats the games below it and half of its equals", () => {
  const measured = { counts: { "10": 2, "20": 4, "30": 4 }, games: 10 };
  assert.deepEqual([5, 10, 20, 25, 99].map((x) => beats(measured, x)), [0, 10, 40, 60, 100]);
});
