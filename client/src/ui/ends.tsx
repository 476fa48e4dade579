/** The question before an end that wastes something: the safe answer is the strong button. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { answer, type Ending } from "../ends";
import type { Session } from "../session";
import { Dialog, RuleChip } from "./bits";

export function EndQuestion({ s }: { s: Session }): JSX.Element | null {
  const asked = s.ending.value;
  return asked && <Question key={asked.choice.action} s={s} asked={asked} />;
}

function Question({ s, asked }: { s: Session; asked: Ending }): JSX.Element {
  const [never, setNever] = useState<ReadonlySet<string>>(new Set());
  const kinds = [...new Set(asked.wastes.map((w) => w.kind))];
  const toggle = (kind: string, on: boolean): void => { const next = new Set(never); if (on) next.add(kind); else next.delete(kind); setNever(next); };
  const look = (): void => {
    answer(s, false, never);
    s.reveal(asked.wastes.flatMap((w) => w.pieces ?? []), asked.wastes.flatMap((w) => w.places ?? []));
  };
  return (
    <Dialog title={`${asked.choice.label}?`} onClose={() => answer(s, false, never)}>
      <div class="ending" data-testid="ending">
        <p>This cannot be taken back, and it would cost you something:</p>
        {kinds.map((kind) => (
          <div class="wasted" key={kind} data-kind={kind}>
            <ul>
              {asked.wastes.filter((w) => w.kind === kind).slice(0, 12).map((w, i) => (
                <li key={i}>{w.text} <RuleChip id={w.rule} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} /></li>
              ))}
            </ul>
            <label class="check quiet"><input type="checkbox" checked={never.has(kind)} onChange={(e) => toggle(kind, e.currentTarget.checked)} /> Do not ask about this again</label>
          </div>
        ))}
        <div class="buttons">
          <button type="button" class="primary" autofocus data-testid="go-on" onClick={look}>Not yet</button>
          <button type="button" data-testid="end-anyway" onClick={() => answer(s, true, never)}>{asked.choice.label} all the same</button>
        </div>
      </div>
    </Dialog>
  );
}
