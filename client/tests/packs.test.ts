import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { packOf, read, shown, tomlOf, valueIn } from "../src/packs";

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

test("names, words, yes and no, and rows of cells are read as ours are, and ours is no change", () => {
  assert.equal(read({ value: "clear" }, "forest"), "forest");
  assert.equal(read({ value: "clear" }, "clear"), null);
  assert.equal(read({ value: "france" }, ""), "", "a word may be none");
  assert.equal(read({ value: false }, "yes"), true);
  assert.equal(read({ value: false }, "no"), null);
  assert.deepEqual(read({ value: ["full", 4] }, "half, 2"), ["half", 2]);
  assert.equal(read({ value: ["full", 4] }, "full, 4"), null);
  assert.equal(read({ value: 3 }, ""), null);
  assert.deepEqual([true, ["a", 1], 2].map(shown), ["yes", "a, 1", "2"]);
});

test("the file has words in quotes, yes and no as TOML has them, and rows", () => {
  const pack = packOf(packOf(packOf({}, ["map", "hex", "0101", "terrain"], "forest"), ["areas", "area", "1", "port"], true), ["combat", "column", "1-2", "results"], ["AE", 2]);
  assert.equal(valueIn(pack, ["map", "hex", "0101", "terrain"]), "forest");
  assert.equal(tomlOf("1940", pack), 'game = "1940"\n\n[map.hex.0101]\nterrain = "forest"\n\n[areas.area.1]\nport = true\n\n[combat.column.1-2]\nresults = ["AE",2]\n');
});
