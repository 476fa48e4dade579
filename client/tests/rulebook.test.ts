import assert from "node:assert/strict";
import { test } from "node:test";
import { chapterOf, chaptersOf, linked, linksOf, plainCase } from "../src/rulebook";

test("cases fall into chapters, each opened by its first case", () => {
  assert.deepEqual(["10.4.2", "7 Advance ¶1a", "5.0-5", "Front Credits ¶1"].map(chapterOf), ["10", "7", "5", "Front"]);
  const rules = [["1.0", "Start"], ["1.1", "More"], ["2 ¶1", "Play"], ["2 A", "Rest"]].map(([id, title]) => ({ id: id!, title: title!, text: "" }));
  assert.deepEqual(chaptersOf(rules).map((c) => [c.number, c.title]), [["1", "Start"], ["2", "Play"]]);
});

test("numbers and titles of other cases become links, once each; other numbers and words stay text", () => {
  const cases = [["10.4", "Air attacks"], ["9.1", "Marsh"], ["6 ¶2a", "Cost"], ["9.1A", "Leaving"], ["8", "The map"]].map(([id, title]) => ({ id: id!, title: title!, text: "" }));
  const links = linksOf(cases), to = (text: string, own = ""): string[] => linked(text, links, own).map((p) => p.rule).filter(Boolean);
  assert.deepEqual(to("See 10.4 and 9.1; odds 3.5 to 1, 6 ¶2a, 9.1A."), ["10.4", "9.1", "6 ¶2a", "9.1A"]);
  assert.deepEqual(to("After air attacks, air attacks again, a Marsh; marsh. Marsh."), ["10.4", "9.1"]);
  assert.deepEqual(to("A Marsh on the map.", "9.1"), [], "not to itself, nor to every word");
  assert.equal(linked("See 10.4 and a Marsh of 3.5.", links).map((p) => p.text).join(""), "See 10.4 and a Marsh of 3.5.");
});

test("the numbers of our readings are not in the book", () => {
  assert.equal(plainCase("Stacks may be split (ruling 55). A (10) is rolled (rulings 9, 107)."), "Stacks may be split. A (10) is rolled.");
});
