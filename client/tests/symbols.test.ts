import assert from "node:assert/strict";
import { test } from "node:test";
import table from "nato-symbols";

const NEEDED = ["infantry", "armour", "motorized", "cavalry", "artillery", "airborne", "mountain", "headquarters", "supply"];

test("every land symbol that a game may name is drawn, in a frame", () => {
  for (const name of NEEDED) {
    const strokes = table[name];
    assert.ok(strokes?.length, name);
    assert.ok(strokes[0]!.d!.startsWith("M25,50"), `${name} has the frame of a friendly unit`);
  }
});

test("no two of them look the same", () => {
  const seen = new Map<string, string>();
  for (const name of NEEDED) {
    const key = JSON.stringify(table[name]);
    assert.equal(seen.get(key), undefined, `${name} looks like ${seen.get(key)}`);
    seen.set(key, name);
  }
});
