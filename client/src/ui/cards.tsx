/** Cards where they count: those that lie open, beside the decision; and names that tell what they do. */
import { Fragment, type JSX } from "preact";
import { cardsIn, withCards } from "../cards";
import type { Session } from "../session";
import { RuleChip } from "./bits";

/** Few cards are open to be read; of many only the names. */
const FEW = 2;

export function CardStrip({ s }: { s: Session }): JSX.Element | null {
  const found = cardsIn(s.scene.value?.pieces ?? [], s.cards.value);
  if (!found.length) return null;
  const names = new Map((s.board.value?.places ?? []).map((p) => [p.id, p.name]));
  return (
    <div class="cards" data-testid="cards">
      {found.map(({ piece, card }) => (
        <details key={piece.id} open={found.length <= FEW}>
          <summary><b>{card.name}</b> <span class="quiet">{names.get(piece.place)}</span></summary>
          <p>{card.text} <RuleChip id={card.rule} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} /></p>
        </details>
      ))}
    </div>
  );
}

/** A sentence in which names of cards tell what they do. */
export function Told({ s, text }: { s: Session; text: string }): JSX.Element {
  return <>{withCards(text, s.cards.value).map((p, i) => (p.card ? <abbr key={i} class="card-name" title={`${p.card.text} (§ ${p.card.rule})`}>{p.text}</abbr> : <Fragment key={i}>{p.text}</Fragment>))}</>;
}
