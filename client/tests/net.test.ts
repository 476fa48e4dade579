import { FakeSocket, soon } from "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { call, type Line, Refused, Socket } from "../src/net";
import type { Push } from "../src/protocol";

function plug(): { socket: Socket; pushes: Push[]; lines: Line[] } {
  const pushes: Push[] = [], lines: Line[] = [];
  return { socket: new Socket(() => "/ws/t", (p) => pushes.push(p), (l) => lines.push(l)), pushes, lines };
}

test("answers find their questions, whatever their order, and refusals are errors", async () => {
  const { socket } = plug();
  FakeSocket.last.open();
  const one = socket.ask("why", { action: "a" }), two = socket.ask("notes", {});
  FakeSocket.last.answer("notes", { notes: { x: "y" } });
  FakeSocket.last.refuse("why", { kind: "refused", text: "No." });
  assert.deepEqual(await two, { notes: { x: "y" } });
  await assert.rejects(one, (e: unknown) => e instanceof Refused && e.message === "No.");
  socket.close();
});

test("a lost line comes back by itself, and what was under way is asked again with the same words", async () => {
  const { socket, lines } = plug(), first = FakeSocket.last;
  first.open();
  const asked = socket.ask("play", { action: "move", rev: "r" });
  first.lose();
  assert.deepEqual(lines, ["open", "lost"]);
  await new Promise((done) => setTimeout(done, 400));
  const second = FakeSocket.last;
  assert.notEqual(second, first);
  second.open();
  assert.deepEqual(second.sent, first.sent, "the position that it answers is named again, so it is never done twice");
  second.answer("play", {});
  assert.deepEqual(await asked, {});
  socket.close();
});

test("a table that is gone is not knocked at again, and a page without a token is told so", async () => {
  const { socket, pushes, lines } = plug(), many = FakeSocket.all.length;
  FakeSocket.last.lose(4403, "");
  await soon();
  assert.equal(FakeSocket.all.length, many);
  assert.deepEqual(lines, ["closed"]);
  assert.equal(pushes[0]?.type, "gone");
  socket.close();
});

test("another seat leaves nobody waiting, and what the old line still says is not heard", async () => {
  const { socket, pushes } = plug(), old = FakeSocket.last;
  old.open();
  const asked = socket.ask("notes", {});
  socket.restart();
  await assert.rejects(asked, /seat was changed/);
  old.tell({ type: "notice", text: "late" });
  assert.deepEqual(pushes, []);
  socket.close();
});

test("a server that does not answer is told in words", async () => {
  await assert.rejects(call("/api/home"), /does not answer/);
});
