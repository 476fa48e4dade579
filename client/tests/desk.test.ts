import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { rosterOf, sortedRoster } from "../src/roster";
import { wayBetween } from "../src/ruler";
import { sound } from "../src/sound";
import { soundsOn } from "../src/store";

const places = new Map(Object.entries({ a: ["b", "c"], b: ["a", "d"], c: ["a"], d: ["b", "e"], e: [], lone: [] }).map(([id, neighbours]) => [id, { neighbours }]));

test("the ruler counts the shortest way, and knows where none leads", () => {
  assert.deepEqual(wayBetween(places, "a", "d"), ["a", "b", "d"]);
  assert.deepEqual(wayBetween(places, "a", "a"), ["a"]);
  assert.deepEqual(wayBetween(places, "a", "lone"), []);
});

test("the roster lists units, not markers, and a hidden one tells nothing", () => {
  const rows = rosterOf([
    { id: "1", place: "x", face: { name: "10 Corps", colours: "g", symbol: "infantry", factors: ["5", "6"], steps: [1, 2], badges: [{ text: "S", about: "Out of supply" }] } },
    { id: "2", place: "x", face: { name: "9 Corps", colours: "g", symbol: "infantry", factors: ["10", "6"] } },
    { id: "3", place: "x", face: { name: "Secret", colours: "g", symbol: "infantry", back: true } },
    { id: "4", place: "x", face: { name: "Turn", colours: "m", symbol: "marker" } },
  ], { places: [{ id: "x", name: "Sedan", surface: "", anchor: [0, 0] }], colours: { g: { fill: "", ink: "", name: "German" } } });
  assert.deepEqual(rows.map((r) => [r.name, r.side, r.place]), [["10 Corps", "German", "Sedan"], ["9 Corps", "German", "Sedan"], ["unknown", "German", "Sedan"]]);
  assert.deepEqual(sortedRoster(rows, "corps", "name", false).map((r) => r.name), ["9 Corps", "10 Corps"]);
  assert.deepEqual(sortedRoster(rows, "corps", "factors", true).map((r) => r.factors), ["10-6", "5-6"]);
  assert.deepEqual(sortedRoster(rows, "supply sedan", "name", false).map((r) => r.id), ["1"]);
});

test("nothing sounds until it is wanted, and then softly", () => {
  const loud: number[] = [];
  const gain = { gain: { setValueAtTime: (v: number) => void loud.push(v), exponentialRampToValueAtTime: () => undefined }, connect: () => undefined };
  const osc = { type: "", frequency: { value: 0 }, connect: () => gain, start: () => undefined, stop: () => undefined };
  Object.assign(globalThis, { AudioContext: class { currentTime = 0; destination = {}; createOscillator = () => osc; createGain = () => gain; } });
  for (const what of ["move", "dice", "turn"] as const) sound(what);
  assert.deepEqual(loud, []);
  soundsOn.value = true;
  for (const [what, tones] of [["move", 1], ["dice", 5], ["turn", 2]] as const) {
    loud.length = 0;
    sound(what);
    assert.equal(loud.length, tones);
    assert.ok(loud.every((v) => v <= 0.1));
  }
  soundsOn.value = false;
});
