import assert from "node:assert/strict";
import { test } from "node:test";
import { cardsIn, cardsOf, withCards } from "../src/cards";
import type { Chart, Piece } from "../src/show";

const chart = (cards?: [number, number]): Chart => ({ id: "events", title: "Events", rule: "6.1.1", columns: ["event", "effect"], rows: [["Plan Red", "The attack begins."], ["Red", "A colour."]], ...(cards ? { cards } : {}) });
const known = cardsOf([chart([0, 1])]);

test("only charts of cards tell of cards", () => {
  assert.deepEqual([...known.keys()], ["Plan Red", "Red"]);
  assert.equal(cardsOf([chart()]).size, 0);
});

test("a card that lies open tells what it does now; its back tells nothing", () => {
  const piece = (name: string, back: boolean, about = ""): Piece => ({ id: name, place: "hand", face: { name, colours: "marker", symbol: "marker", back, about } });
  assert.deepEqual(cardsIn([piece("Plan Red", false, "It begins now."), piece("Red", true), piece("Turn", false), piece("Plan Red", false, "Again.")], known).map((x) => [x.card.name, x.card.text]), [["Plan Red", "It begins now."]]);
  assert.equal(cardsIn([piece("Plan Red", false)], known)[0]!.card.text, "The attack begins.");
});

test("names of cards in a sentence are found, the longest first", () => {
  assert.deepEqual(withCards("The Axis play Plan Red. Red moves.", known).map((p) => [p.text, p.card?.text ?? ""]), [["The Axis play ", ""], ["Plan Red", "The attack begins."], [". ", ""], ["Red", "A colour."], [" moves.", ""]]);
  assert.deepEqual(withCards("Nothing.", known), [{ text: "Nothing." }]);
});
