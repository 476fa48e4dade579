/** Advice: on demand, or by the coach, who says at every decision what good players do. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { sureWords } from "../outlook";
import type { Session } from "../session";
import { coachOn } from "../store";

/** What the bot said, with its units and places marked on the map; of an older position it says so. */
export function Advice({ s }: { s: Session }): JSX.Element | null {
  const a = s.advice.value, weighing = s.weighing.value;
  if (weighing) return <p class="quiet" role="status" data-testid="weighing"><span class="spinner" aria-hidden="true" /> The bot is thinking about “{weighing}” You can play on meanwhile.</p>;
  if (!a) return null;
  const { hint } = a, sure = sureWords(hint), old = a.about !== s.about;
  const pieces = (hint.parts ?? []).flatMap((p) => p.pieces), places = (hint.parts ?? []).flatMap((p) => p.places);
  return (
    <div class={old ? "look old" : "look"} data-testid="advice">
      {old && <p class="warning" data-testid="old-advice">This was said of an earlier position. Ask again.</p>}
      <p><b>{hint.said.join("; ")}</b></p><p>{hint.text}</p>{sure && <p class="quiet">{sure}</p>}
      <div class="buttons">
        {!old && <button type="button" class="strong" onClick={() => { s.advice.value = null; void s.play(hint.action); }}>Do it</button>}
        {!old && (pieces.length > 0 || places.length > 0) && <button type="button" onClick={() => s.reveal(pieces, places)}>Show on the map</button>}
        <button type="button" class="link" onClick={() => (s.advice.value = null)}>dismiss</button>
      </div>
    </div>
  );
}

/** Of a long draft its first parts: the coach leaves room for the books. */
const inShort = (said: readonly string[]): string => said.length > 4 ? `${said.slice(0, 3).join("; ")}; and ${said.length - 3} more` : said.join("; ");

/** At every decision of one's own, while the coach is switched on: what good players do in this phase, and what that is here. */
export function Coach({ s }: { s: Session }): JSX.Element | null {
  const [said, setSaid] = useState<{ about: string; text: string } | null>(null);
  const st = s.state.value;
  const about = coachOn.value && s.game.value?.hints && st?.decision && !s.replay.value ? s.about : "";
  useEffect(() => {
    if (!about) return;
    let alive = true;
    void s.hint().then((hint) => { if (alive && hint) setSaid({ about, text: `${inShort(hint.said)}. ${hint.text}` }); });
    return () => { alive = false; };
  }, [about]);
  if (!about) return null;
  return (
    <div class="coach" role="status" data-testid="coach">
      <p><b>Coach</b> {st?.principle}</p>
      <p>{said?.about === about ? <><b>Here:</b> {said.text}</> : "Thinking about what they would do here …"}</p>
    </div>
  );
}
