import { FakeSocket, soon } from "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { click } from "../src/clicks";
import type { Hit } from "../src/map/view";
import type { Choice, TableState } from "../src/protocol";
import { lastRolls, Session } from "../src/session";
import { whyNot } from "../src/why";

const choice = (action: string, kind: string, more: Partial<Choice> = {}): Choice => ({ action, complete: false, verb: "move", label: action, kind, value: action.split(" ").at(-1)!, ...more });
const state = (more: Partial<TableState> = {}): TableState => ({
  rev: "1", seat: "red", by: "red", side: "red", scene: { pieces: [{ id: "u", place: "A1", face: { name: "Unit", colours: "red" } }] },
  decision: { seat: "red", prompt: "Move a unit.", rule: "2", slots: [{ verb: "move", name: "unit", kind: "piece" }] }, choices: [choice("move u", "piece")], parts: [], owing: ["red"],
  undo: { can: false, why: "" }, redo: { can: false, why: "" }, result: null, sequence: [], log: [], logFrom: 0, steps: 0, since: 0, thinking: [], orders: [], ...more,
});
const info = { id: "t", game: "g", kind: "game", who: { red: "me", blue: "bot:easy" }, created: "", updated: "", title: "", scenario: "", scenarioTitle: "", options: {}, practice: false, over: false, clock: "", turn: [] };
const hit = (place: string, piece?: string): Hit => ({ x: 0, y: 0, fanned: false, place: { id: place, name: `Place ${place}`, surface: "", anchor: [0, 0] }, ...(piece ? { piece: { id: piece, place, face: { name: "Unit", colours: "red" } }, stack: { key: place, place: { id: place, name: place, surface: "", anchor: [0, 0] }, pieces: [{ id: piece, place, face: { name: "Unit", colours: "red" } }], laid: [], x: 0, y: 0, heaped: false } } : {}) });

function table(first: Partial<TableState> = {}): { s: Session; line: FakeSocket } {
  const s = new Session("t"), line = FakeSocket.last;
  line.open();
  line.tell({ type: "hello", table: info, seat: "red", seats: ["red"] });
  line.tell({ type: "state", state: state(first) });
  return { s, line };
}

test("a click on a unit and one on a place make a move, for the position that was shown", async () => {
  const { s, line } = table();
  click(s, hit("A1", "u"), false);
  await soon();
  line.answer("choices", { choices: [choice("move u B1", "place", { complete: true }), choice("move u C1", "place", { complete: true })], prompt: "Where to?", duties: [] });
  await soon();
  assert.equal(s.prefix.value, "move u");
  assert.deepEqual([...s.lit.value.places], ["B1", "C1"]);
  assert.deepEqual([...s.chosen.value.pieces], ["u"]);
  line.answer("reach", { goals: [{ place: "B1", cost: "1 MP", notes: [] }] });
  await soon();
  assert.equal(s.reach.value?.costs.get("B1"), "1");
  click(s, hit("B1"), false);
  await soon();
  assert.deepEqual(line.sent.filter((m) => m.op === "play").map((m) => [m["action"], m["rev"]]), [["move u B1", "1"]]);
  s.close();
});

test("a new position forgets what was half chosen, and one step back goes one word back", async () => {
  const { s, line } = table();
  click(s, hit("A1", "u"), false);
  await soon();
  line.answer("choices", { choices: [choice("move u B1", "place", { complete: true })], prompt: "", duties: [] });
  await soon();
  s.back();
  assert.equal(s.prefix.value, "");
  assert.deepEqual([...s.lit.value.pieces], ["u"]);
  line.tell({ type: "state", state: state({ rev: "2", choices: [] }) });
  assert.deepEqual(s.choices.value, []);
  s.close();
});

test("a click on what cannot be chosen asks why, and tells each reason once", async () => {
  const { s, line } = table({ choices: [] });
  click(s, hit("A1", "u"), false);
  await soon();
  const asked = line.sent.filter((m) => m.op === "why");
  assert.deepEqual(asked.map((m) => m["action"]), ["move u"]);
  line.answer("why", { reasons: [{ rule: "2", text: "It has moved." }, { rule: "2", text: "It has moved." }, { rule: "", text: "?", kind: "unknown" }] });
  await soon();
  assert.deepEqual(s.refused.value?.reasons.map((r) => r.text), ["It has moved."]);
  s.close();
});

test("where no reason tells anything, what is asked here is told instead", async () => {
  const { s, line } = table();
  void whyNot(s, ["move x"], "X cannot be chosen now.");
  await soon();
  line.answer("why", { reasons: [{ rule: "", text: "?", kind: "unknown" }] });
  await soon();
  assert.equal(s.refused.value?.reasons[0]?.text, "X cannot be chosen now. Move a unit.");
  s.close();
});

test("two plays at once are one, and a refused one leaves the table as it is", async () => {
  const { s, line } = table();
  void s.play("move u B1");
  void s.play("move u B1");
  await soon();
  assert.equal(line.sent.filter((m) => m.op === "play").length, 1);
  line.refuse("play", { kind: "refused", text: "No.", reasons: [{ rule: "2", text: "Too far." }] });
  await soon();
  assert.equal(s.busy.value, false);
  assert.equal(s.refused.value?.reasons[0]?.text, "Too far.");
  s.close();
});

test("what a bot does is followed, and what is taken back ends the playback", () => {
  const { s, line } = table({ steps: 4 });
  line.tell({ type: "state", state: state({ rev: "2", steps: 6, since: 2, decision: null, choices: [], thinking: ["blue"] }) });
  assert.equal(s.replay.value?.playing, true);
  assert.equal(s.replay.value?.step.n, 4);
  line.tell({ type: "state", state: state({ rev: "3", steps: 3 }) });
  assert.equal(s.replay.value, null);
  s.close();
});

test("at one screen everybody looks on; who is asked in private takes it, and the others are shown afterwards what he did", async () => {
  const s = new Session("t"), first = FakeSocket.last;
  first.open();
  const hello = (seat: string) => ({ type: "hello", table: { ...info, who: { red: "me", blue: "hotseat" } }, seat, seats: ["red", "blue", "public", "open"] });
  const open = (more: Partial<TableState>) => ({ type: "state", state: state({ seat: "public", by: "public", ...more }) });
  first.tell(hello("open"));
  first.tell(open({ by: "red", steps: 3 }));
  assert.deepEqual(s.others.value, [], "red decides before everybody's eyes");
  first.tell(open({ rev: "2", by: "blue", owing: ["blue"], log: [{ n: 0, kind: "Rolled", text: "Attack: 6.", dice: [6] }], steps: 4 }));
  assert.deepEqual(s.others.value, [], "and so does blue, with no hand-over");
  assert.equal(s.dice.value.length, 1, "the dice of an attack lie before both");
  first.tell(open({ rev: "3", decision: null, choices: [], owing: ["blue"], steps: 4 }));
  assert.deepEqual(s.others.value, ["blue"], "this is for blue alone");
  s.sit("blue");
  assert.equal(s.state.value, null, "what everybody saw is gone before blue's view is asked for");
  assert.match(String(FakeSocket.last.url), /seat=blue/);
  FakeSocket.last.open();
  FakeSocket.last.tell(hello("blue"));
  FakeSocket.last.tell({ type: "state", state: state({ seat: "blue", by: "blue", owing: ["blue"], steps: 4 }) });
  assert.equal(s.replay.value, null, "blue has seen it all");
  FakeSocket.last.tell({ type: "state", state: state({ rev: "4", seat: "blue", by: "blue", decision: null, choices: [], owing: ["red"], steps: 6 }) });
  assert.deepEqual(s.others.value, ["red"]);
  s.sit("open");
  FakeSocket.last.open();
  FakeSocket.last.tell(hello("open"));
  FakeSocket.last.tell(open({ by: "red", steps: 6 }));
  assert.deepEqual(FakeSocket.last.sent.filter((m) => m.op === "at").map((m) => [m["n"], m["seat"]]), [[4, "public"]]);
  s.close();
});

test("who plays both sides still sees the dice when the other side is asked; another person does not", () => {
  const roll = { n: 0, kind: "Rolled", text: "Attack: 6.", dice: [6] };
  for (const practice of [true, false]) {
    const s = new Session("t"), line = FakeSocket.last;
    line.open();
    line.tell({ type: "hello", table: { ...info, who: { red: "me", blue: "me" }, practice }, seat: "red", seats: ["red", "blue"] });
    line.tell({ type: "state", state: state() });
    line.tell({ type: "state", state: state({ rev: "2", decision: null, choices: [], owing: ["blue"], log: [roll], steps: 1 }) });
    if (!practice) s.sit("blue");
    assert.equal(s.state.value, null, "the other seat's view is asked for");
    assert.equal(s.dice.value.length, practice ? 1 : 0);
    s.close();
  }
});

test("the lines of the log are kept up to where the server goes on", () => {
  const line = (n: number, text: string) => ({ n, kind: "Said", text });
  const { s, line: wire } = table({ log: [line(0, "a"), line(1, "b")], logFrom: 0 });
  wire.tell({ type: "state", state: state({ rev: "2", log: [line(1, "c")], logFrom: 1 }) });
  assert.deepEqual(s.log.value.map((e) => e.text), ["a", "c"]);
  s.close();
});

test("the dice that lie on the table are the last that fell together", () => {
  const entry = (n: number, dice?: number[]) => ({ n, kind: "Rolled", text: "", ...(dice ? { dice } : {}) });
  assert.deepEqual(lastRolls([entry(0, [1]), entry(1), entry(2, [2]), entry(3, [3]), entry(4)]).map((e) => e.n), [2, 3]);
  assert.deepEqual(lastRolls([]), []);
});

test("a click on a place that is the next of a way and an end of one means the end; with Shift held, the way is named", async () => {
  const { s, line } = table();
  const ways = { choices: [choice("move u B1 C1", "place", { complete: true, way: true }), choice("move u B1 D1", "place", { complete: true, way: true }), choice("move u C1", "place", { more: "repeat" }), choice("move u B1", "place", { more: "repeat" })], prompt: "Where to?", duties: [] };
  for (const [longer, then] of [[true, ""], [false, "move u B1 C1"]] as const) {
    s.back();
    click(s, hit("A1", "u"), false);
    await soon();
    line.answer("choices", ways);
    await soon();
    line.answer("reach", { goals: [] });
    assert.deepEqual([...s.lit.value.places].sort(), ["B1", "C1", "D1"]);
    s.longer.value = true;
    assert.deepEqual([...s.lit.value.places].sort(), ["B1", "C1"], "place by place only the next ones are lit");
    s.longer.value = false;
    click(s, hit("C1"), longer);
    await soon();
    const played = line.sent.filter((m) => m.op === "play").map((m) => m["action"]);
    assert.deepEqual(played, then ? [then] : []);
    if (longer) assert.equal(line.sent.at(-1)?.["prefix"], "move u C1");
  }
  s.close();
});
