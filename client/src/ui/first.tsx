/** For who plays a game for the first time: how one answers, and where it says what the game is about. */
import type { JSX } from "preact";
import { ENOUGH, howTo, made } from "../first";
import type { Session } from "../session";
import { isFinger } from "../touch";

export function FirstSteps({ s }: { s: Session }): JSX.Element | null {
  const game = s.info.value?.game ?? "";
  if (s.prefix.value || s.info.value?.kind === "lesson" || (made.value[game] ?? 0) >= ENOUGH) return null;
  return (
    <p class="first" data-testid="first">
      {howTo(s.choices.value, isFinger.value)}{" "}
      {(s.book.value?.about.summary ?? []).length > 0 && <button type="button" class="link" data-testid="about-it" onClick={() => { s.tab.value = "rules"; s.sheet.value = true; s.onePage.value = true; }}>What this game is about</button>}
      <button type="button" class="icon" aria-label="I know how" onClick={() => (made.value = { ...made.value, [game]: ENOUGH })}>✕</button>
    </p>
  );
}
