import assert from "node:assert/strict";
import { test } from "node:test";
import { cornerFor } from "../src/looks";
import type { Point } from "../src/show";

const card = { width: 350, height: 300 }, stage = { width: 1000, height: 800 };

test("a card stands on the side where its choice is not", () => {
  assert.deepEqual(cornerFor(card, stage, [200, 400], []), { left: false, low: false });
  assert.deepEqual(cornerFor(card, stage, [800, 400], []), { left: true, low: false });
  assert.deepEqual(cornerFor(card, stage, undefined, []), { left: false, low: false });
});

test("it goes where it covers nothing that may be chosen", () => {
  const highRight: Point = [900, 100], lowRight: Point = [900, 700], highLeft: Point = [100, 100], lowLeft: Point = [100, 700];
  assert.deepEqual(cornerFor(card, stage, [500, 400], [highLeft]), { left: true, low: true });
  assert.deepEqual(cornerFor(card, stage, [500, 400], [highLeft, lowLeft]), { left: false, low: false });
  assert.deepEqual(cornerFor(card, stage, [500, 400], [highLeft, lowLeft, highRight]), { left: false, low: true });
  assert.deepEqual(cornerFor(card, stage, [500, 400], [highLeft, lowLeft, highRight, lowRight]), { left: true, low: false });
});

test("it never stands on what it is about while another corner is left", () => {
  const high = { width: 350, height: 780 };
  assert.deepEqual(cornerFor(high, stage, [300, 100], [[900, 100]]), { left: false, low: false });
});

test("a card as wide as the map stands low, or high when its choice is low", () => {
  const wide = { width: 370, height: 180 }, phone = { width: 390, height: 430 };
  assert.deepEqual(cornerFor(wide, phone, [100, 60], []), { left: false, low: true });
  assert.deepEqual(cornerFor(wide, phone, [100, 400], []), { left: false, low: false });
});
