import assert from "node:assert/strict";
import { test } from "node:test";
import { worthAsking } from "../src/wasted";
import { phaseOf } from "../src/units";
import type { Waste } from "../src/show";

const idle: Waste = { kind: "units", rule: "8.0", text: "Two could move.", pieces: ["a", "b"] };
const lost: Waste = { kind: "actions", rule: "10.0", text: "An action is lost." };

test("what was waved through before is not asked about again", () => {
  assert.deepEqual(worthAsking([idle, lost], (kind) => kind === "units", new Set()), [lost]);
});

test("units that all stay are not asked about; one that does not is enough to ask", () => {
  assert.deepEqual(worthAsking([idle, lost], () => false, new Set(["a", "b"])), [lost]);
  assert.deepEqual(worthAsking([idle], () => false, new Set(["a"])), [idle]);
});

test("who stays, stays until the sequence of play goes on", () => {
  const at = (now: string, clock = "Turn 1"): string => phaseOf({ by: "axis", scene: { pieces: [], clock }, sequence: [{ id: "moves", title: "", now: now === "moves" }, { id: "combat", title: "", now: now === "combat" }] });
  assert.equal(at("moves"), at("moves"));
  assert.notEqual(at("moves"), at("combat"));
  assert.notEqual(at("moves"), at("moves", "Turn 2"));
});
