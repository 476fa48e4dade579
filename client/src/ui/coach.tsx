/** Advice: on demand, or by the coach, who says at every decision what good players do. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { sureWords } from "../outlook";
import type { Hint } from "../protocol";
import type { Session } from "../session";
import { coachOn } from "../store";

export function Advice({ hint, play }: { hint: Hint; play: (action: string) => void }): JSX.Element {
  const sure = sureWords(hint);
  return (
    <div class="look" data-testid="advice">
      <p><b>{hint.said.join("; ")}</b></p><p>{hint.text}</p>{sure && <p class="quiet">{sure}</p>}
      <div class="buttons"><button type="button" onClick={() => play(hint.action)}>Do it</button></div>
    </div>
  );
}

/** Of a long draft its first parts: the coach leaves room for the books. */
const inShort = (said: readonly string[]): string => said.length > 4 ? `${said.slice(0, 3).join("; ")}; and ${said.length - 3} more` : said.join("; ");

/** One sentence at every decision of one's own, while the coach is switched on. */
export function Coach({ s }: { s: Session }): JSX.Element | null {
  const [said, setSaid] = useState<{ about: string; text: string } | null>(null);
  const st = s.state.value;
  const about = coachOn.value && s.game.value?.hints && st?.decision && !s.replay.value ? `${st.seat} ${st.rev}` : "";
  useEffect(() => {
    if (!about) return;
    let alive = true;
    void s.hint().then((hint) => { if (alive && hint) setSaid({ about, text: `${inShort(hint.said)}. ${hint.text}` }); });
    return () => { alive = false; };
  }, [about]);
  if (!about) return null;
  return <p class="coach" role="status" data-testid="coach"><b>Coach</b> {said?.about === about ? said.text : "Thinking about what good players do here …"}</p>;
}
