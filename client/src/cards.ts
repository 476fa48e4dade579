/** Cards and event markers: what each does, wherever its name is read. */
import type { Chart, Piece } from "./show";

export interface CardText { name: string; text: string; rule: string; chart: string }

/** The cards that a game's charts list, by name. */
export function cardsOf(charts: readonly Chart[]): Map<string, CardText> {
  const out = new Map<string, CardText>();
  for (const { id, rule, rows, cards } of charts) {
    if (!cards) continue;
    for (const row of rows) out.set(row[cards[0]]!, { name: row[cards[0]]!, text: row[cards[1]]!, rule, chart: id });
  }
  return out;
}

/** The cards that lie open on the board, each once, with what they do now and where each lies. */
export function cardsIn(pieces: readonly Piece[], known: ReadonlyMap<string, CardText>): { piece: Piece; card: CardText }[] {
  const out = new Map<string, { piece: Piece; card: CardText }>();
  for (const piece of pieces) {
    const card = piece.face.back ? undefined : known.get(piece.face.name);
    if (card && !out.has(card.name)) out.set(card.name, { piece, card: { ...card, text: piece.face.about || card.text } });
  }
  return [...out.values()];
}

/** A text in parts: names of cards apart, the longest first, so that no name is read inside another. */
export function withCards(text: string, known: ReadonlyMap<string, CardText>): { text: string; card?: CardText }[] {
  const found = [...known.keys()].filter((name) => text.includes(name)).sort((a, b) => b.length - a.length);
  if (!found.length) return [{ text }];
  const escaped = found.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text.split(new RegExp(`(${escaped.join("|")})`)).filter(Boolean).map((part) => {
    const card = known.get(part);
    return card ? { text: part, card } : { text: part };
  });
}
