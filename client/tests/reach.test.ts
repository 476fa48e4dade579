import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { shadeColour } from "../src/map/draw";
import { goalsOf, shortCost } from "../src/map/reach";
import { legendOf } from "../src/ui/overlays";

const goal = (place: string, cost: string, ...notes: string[]) => ({ place, cost, notes });

test("a goal shows the number of its cost, or a short word", () => {
  assert.deepEqual(["3 of 6 MP", "1½ of 6 MP", "2 Player Actions (truck); others may go along", "free", "", "half of a long story"].map(shortCost), ["3", "1½", "2", "free", "", ""]);
});

test("where one action and two lead somewhere, the goals of two are told apart; movement points are not", () => {
  assert.deepEqual([...goalsOf([goal("a", "1 Player Action"), goal("b", "2 Player Actions")]).dear], ["b"]);
  assert.deepEqual([...goalsOf([goal("a", "1 of 6 MP"), goal("b", "6 of 6 MP")]).dear], []);
  assert.deepEqual([...goalsOf([goal("a", "2"), goal("b", "2")]).dear], []);
});

test("a goal is marked for what is its own, not for what every goal brings", () => {
  assert.deepEqual([...goalsOf([goal("a", "1", "all"), goal("b", "1", "all", "zone")]).noted], ["b"]);
  assert.deepEqual([...goalsOf([goal("a", "1", "zone")]).noted], ["a"]);
});

test("the legend has one line a colour, with the side or the words that its places share", () => {
  const got = legendOf({ id: "x", title: "Reach", shades: [{ place: "a", tone: "good", text: "on foot" }, { place: "b", tone: "good", text: "on foot" }, { place: "c", tone: "weak", text: "3" }, { place: "d", tone: "strong", side: "german" }] });
  assert.deepEqual(got.map((g) => [g.text, g.many]), [["on foot", 2], ["only on the way", 1], ["German", 1]]);
  const threat = legendOf({ id: "y", title: "Threat", shades: [{ place: "a", tone: "bad", text: "3", side: "axis" }, { place: "b", tone: "bad", text: "5", side: "axis" }, { place: "c", tone: "warn", text: "1", side: "axis" }] });
  assert.deepEqual(threat.map((g) => g.text), ["Axis: 3 to 5", "Axis: 1"]);
});

test("two sides have colours that are told apart, though their nations' counters have others", () => {
  const colours = { army: { fill: "#8fa38a", ink: "#000000", side: "german" }, american: { fill: "#b9b06a", ink: "#000000", side: "allied" }, marker: { fill: "#ffffff", ink: "#000000" } };
  const of = (side: string, theme: "light" | "dark"): string => shadeColour({ board: { colours }, theme }, side, "plain");
  for (const theme of ["light", "dark"] as const) {
    const [a, b] = [of("german", theme), of("allied", theme)].map((c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16)));
    assert.ok(Math.hypot(...a!.map((v, i) => v - b![i]!)) > 120, `${of("german", theme)} and ${of("allied", theme)}`);
  }
  assert.notEqual(of("german", "light"), shadeColour({ board: { colours }, theme: "light" }, "", "plain"));
  const own = { red: { fill: "#cc0000", ink: "#ffffff", side: "red" }, blue: { fill: "#0000cc", ink: "#ffffff", side: "blue" } };
  assert.equal(shadeColour({ board: { colours: own }, theme: "light" }, "red", "plain"), "#8f0000", "a side with a colour of its own keeps it");
});
