import { FakeSocket } from "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import type { MapView } from "../src/map/view";
import { Session } from "../src/session";
import { motionChoice } from "../src/store";

/** A map that writes down what it is told. */
function listening(): { map: MapView; told: [string, unknown[]][] } {
  const told: [string, unknown[]][] = [];
  const map = new Proxy({} as MapView, { get: (_, name: string) => (...args: unknown[]) => void told.push([name, args]), set: () => true });
  return { map, told };
}

const scene = (place: string): unknown => ({ pieces: [{ id: "u", place, face: { name: "Unit", colours: "red" } }] });
const state = (rev: string, place: string, more: object = {}): unknown => ({
  rev, seat: "red", side: "red", scene: scene(place), decision: null, choices: [], parts: [], owing: ["red"], undo: { can: false, why: "" },
  redo: { can: false, why: "" }, result: null, sequence: [], log: [], logFrom: 0, steps: 0, since: 0, thinking: [], orders: [], ...more,
});

function table(): { s: Session; line: FakeSocket } {
  const s = new Session("t"), line = FakeSocket.last;
  line.open();
  line.tell({ type: "hello", seat: "red", seats: ["red"], table: { id: "t", game: "g", kind: "game", who: { red: "me", blue: "bot:easy" }, created: "", updated: "", title: "", scenario: "", scenarioTitle: "", options: {}, practice: false, over: false, clock: "", turn: [] } });
  line.tell({ type: "state", state: state("1", "A1") });
  return { s, line };
}

test("the map is told of what changed, and of nothing else", () => {
  const { s, line } = table(), { map, told } = listening();
  const put = s.attach(map);
  assert.deepEqual(told.filter(([name]) => name === "setScene").length, 1, "it begins with what is there");
  told.length = 0;
  s.refused.value = { text: "No.", reasons: [{ rule: "1", text: "No.", places: ["B1"], pieces: [] }] };
  assert.deepEqual(told.map(([name]) => name), ["setBad"]);
  told.length = 0;
  line.tell({ type: "undo", rev: "1", undo: { can: true, why: "" } });
  assert.deepEqual(told.filter(([name]) => name === "setScene"), [], "the scene is the same");
  told.length = 0;
  put();
  s.refused.value = null;
  assert.deepEqual(told, [], "a map that was put away hears nothing more");
  s.close();
});

test("a unit glides along its way once, and stands when the same scene is shown again", () => {
  motionChoice.value = true;
  const { s, line } = table(), { map, told } = listening();
  s.attach(map);
  told.length = 0;
  line.tell({ type: "state", state: state("2", "B1", { log: [{ text: "Unit moves.", kind: "Moved", piece: "u", path: ["A1", "B1"], mine: true }] }) });
  const shown = told.filter(([name]) => name === "setScene");
  assert.deepEqual(shown.map(([, args]) => args[1]), [[{ piece: "u", path: ["A1", "B1"] }]]);
  told.length = 0;
  const now = s.state.value!;
  s.replay.value = { step: { n: 0, title: "", seat: "", scene: scene("A1") as never, sequence: [], log: [] }, seat: "red", playing: false };
  s.replay.value = null;
  assert.deepEqual(told.filter(([name]) => name === "setScene").map(([, args]) => args[1]), [[], []]);
  assert.equal(s.scene.value, now.scene);
  s.close();
});
