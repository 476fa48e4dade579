import assert from "node:assert/strict";
import { test } from "node:test";
import { firstOpponent, isReading, whoPlays } from "../src/homely";
import type { TableInfo } from "../src/protocol";

const g = { id: "g", bots: ["random", "easy", "hard"], hints: true };
const table = (who: Record<string, string>, more: Partial<TableInfo> = {}): TableInfo => ({ id: "t", game: "g", kind: "game", who, created: "", updated: "", title: "", scenario: "", scenarioTitle: "", options: {}, practice: false, over: false, clock: "", turn: [], ...more });

test("who has never played meets the easy bot, and who has, the one of his latest game", () => {
  assert.equal(firstOpponent(g, []), "bot:easy");
  assert.equal(firstOpponent(g, [table({ a: "me", b: "bot:hard" }, { game: "other" }), table({ a: "me", b: "bot:hard" }, { kind: "lesson" })]), "bot:easy");
  assert.equal(firstOpponent(g, [table({ a: "me", b: "hotseat" }), table({ a: "me", b: "bot:hard" }), table({ a: "me", b: "bot:random" })]), "bot:hard");
  assert.equal(firstOpponent({ id: "g", bots: ["advisor"], hints: true }, []), "bot:advisor");
  assert.equal(firstOpponent({ id: "g", bots: ["random"], hints: false }, []), "hotseat");
});

test("a card says who sits where", () => {
  assert.equal(whoPlays({ who: { axis: "me", allies: "bot:easy" } }), "You: Axis · Allies: the easy bot");
  assert.equal(whoPlays({ who: { axis: "hotseat", allies: "me" } }), "You: Allies · Axis: a person at this screen");
  assert.equal(whoPlays({ who: { axis: "bot:easy", allies: "bot:hard" } }), "Axis: the easy bot · Allies: the hard bot");
});

test("an option that takes another reading is told from a rule", () => {
  assert.ok(isReading({ ruling: 17 }));
  assert.ok(!isReading({ ruling: 0 }));
  assert.ok(!isReading({}));
});
