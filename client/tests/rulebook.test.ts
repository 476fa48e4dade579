import assert from "node:assert/strict";
import { test } from "node:test";
import { chapterOf, chaptersOf, linked } from "../src/rulebook";

test("cases fall into chapters, each opened by its first case", () => {
  assert.deepEqual(["10.4.2", "7 Advance ¶1a", "5.0-5", "Front Credits ¶1"].map(chapterOf), ["10", "7", "5", "Front"]);
  const rules = [["1.0", "Start"], ["1.1", "More"], ["2 ¶1", "Play"], ["2 A", "Rest"]].map(([id, title]) => ({ id: id!, title: title!, text: "" }));
  assert.deepEqual(chaptersOf(rules).map((c) => [c.number, c.title]), [["1", "Start"], ["2", "Play"]]);
});

test("numbers of known cases become links, other numbers stay text", () => {
  const known = new Set(["10.4", "9.1"]);
  assert.deepEqual(linked("See 10.4 and 9.1; odds 3.5 to 1.", known).filter((p) => p.rule).map((p) => p.text), ["10.4", "9.1"]);
  assert.equal(linked("See 10.4 and 3.5.", known).map((p) => p.text).join(""), "See 10.4 and 3.5.");
});
