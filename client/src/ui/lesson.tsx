/** A lesson: it says what to look at, and goes on when it has been done. */
import { useEffect, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { Session } from "../session";
import { RuleChip } from "./bits";

export function LessonBox({ s }: { s: Session }): JSX.Element | null {
  const lesson = s.info.value?.kind === "lesson" ? s.book.value?.lessons.find((x) => (x.id ?? "first") === s.lessonId.value) : null;
  const at = s.lessonAt.value;
  const step = lesson?.steps[at];
  const [gone, setGone] = useState(false);
  useEffect(() => {
    if (step) s.reveal(step.pieces ?? [], step.places ?? [], true);
    return () => s.point();
  }, [at, step]);
  if (!lesson) return null;
  if (!step) return gone ? null : <section class="lesson"><p><b>That was the lesson.</b> Play on from here as you like. <button type="button" class="link" onClick={() => setGone(true)}>Close</button></p></section>;
  const next = lesson.steps.length - 1 === at;
  return (
    <section class="lesson" aria-label="Lesson" data-testid="lesson">
      <p class="quiet">{lesson.title} · {at + 1} of {lesson.steps.length}</p>
      <p>{step.text} <RuleChip id={step.rule ?? ""} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} /></p>
      <div class="buttons">
        {step.expect ? (
          <>
            <span class="quiet">Try it, or</span>
            <button type="button" onClick={() => void s.playCompleted(step.expect!)}>do it for me</button>
          </>
        ) : <button type="button" class="primary" onClick={() => void s.lessonTo(at + 1)}>{next ? "Finish" : "Next"}</button>}
        {at > 0 && <button type="button" onClick={() => void s.lessonTo(at - 1)}>Back</button>}
      </div>
    </section>
  );
}
