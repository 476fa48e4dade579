import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { packOf, tomlOf, valueIn } from "../src/packs";

test("a value is put into a pack, found there, and taken out without a trace", () => {
  const one = packOf({}, ["units", "unit", "fr-1", "full"], 7), two = packOf(one, ["tables", "limits", "stack"], 4);
  assert.equal(valueIn(two, ["units", "unit", "fr-1", "full"]), 7);
  assert.equal(valueIn(two, ["units", "unit", "fr-2", "full"]), undefined);
  assert.deepEqual(packOf(two, ["units", "unit", "fr-1", "full"], null), { tables: { limits: { stack: 4 } } });
});

test("a pack becomes the file that the terminal takes", () => {
  const pack = packOf(packOf({}, ["units", "unit", "fr-1", "full"], 7), ["units", "unit", "fr-1", "move"], 2);
  assert.equal(tomlOf("springtime", pack), 'game = "springtime"\n\n[units.unit.fr-1]\nfull = 7\nmove = 2\n');
});
