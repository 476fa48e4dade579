/** The bar under the map while the track is played: pause, step, pace, skip. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Session } from "../session";
import { motion, pace, trailsShown } from "../store";
import { dwell, goTo, leaveReplay, nextPace, onward, pause } from "../time";

/** Plays the track: the next step comes when this one has been looked at. */
export function usePlayback(s: Session): void {
  const r = s.replay.value, steps = s.state.value?.steps ?? 0, thinking = s.state.value?.thinking.length ?? 0, quick = pace.value;
  useEffect(() => {
    if (!r?.playing) return;
    const t = window.setTimeout(() => void onward(s), Math.max(motion.value ? 250 : 120, dwell(r.step) / quick));
    return () => clearTimeout(t);
  }, [r, steps, thinking, quick]);
}

export function TrackButtons({ s }: { s: Session }): JSX.Element {
  const r = s.replay.value, steps = s.state.value?.steps ?? 0, at = r?.step.n ?? steps;
  const step = (n: number): void => { void goTo(s, Math.max(0, Math.min(steps, n)), undefined, false); };
  return (
    <div class="track-buttons" role="group" aria-label="Playback">
      <button type="button" aria-label="First step" title="First step" onClick={() => step(0)}>|◀</button>
      <button type="button" aria-label="One step back" title="One step back (,)" onClick={() => step(at - 1)}>◀</button>
      <button type="button" aria-label={r?.playing ? "Pause" : "Play"} title={r?.playing ? "Pause (Space)" : "Play (Space)"} onClick={() => (r ? pause(s, !r.playing) : void goTo(s, at >= steps ? 0 : at, undefined, true))}>{r?.playing ? "❚❚" : "▶"}</button>
      <button type="button" aria-label="One step on" title="One step on (.)" onClick={() => step(at + 1)}>▶|</button>
      <button type="button" aria-label={`Pace ${pace.value} times; change it`} title="Pace" onClick={nextPace}>×{pace.value}</button>
      {r && <button type="button" class="primary" data-testid="skip" title="To the present (Esc)" onClick={() => leaveReplay(s)}>Skip ▶▶</button>}
    </div>
  );
}

export function TrackBar({ s }: { s: Session }): JSX.Element | null {
  const r = s.replay.value, st = s.state.value;
  if (!r || !st) return null;
  const said = r.step.log.filter((e) => e.kind !== "Headed").map((e) => e.text).join(" ") || r.step.title;
  const waits = r.step.n >= st.steps && st.thinking.length > 0;
  return (
    <section class="track" aria-label="Playback" data-testid="track">
      <p aria-hidden="true">{waits ? <><span class="spinner" /> {said || "Thinking…"}</> : said || `Step ${r.step.n}`}</p>
      <input type="range" min="0" max={st.steps} value={r.step.n} aria-label="Step" aria-valuetext={`Step ${r.step.n} of ${st.steps}`} onInput={(e) => void goTo(s, Number(e.currentTarget.value), undefined, false)} />
      <div class="track-row"><TrackButtons s={s} /><span class="quiet num">{r.step.n} of {st.steps}</span></div>
    </section>
  );
}

/** Shows or hides what the last turn left on the map. */
export function TrailsButton({ s }: { s: Session }): JSX.Element | null {
  const t = s.lastTrails.value;
  if (!t.moves.length && !t.fights.size) return null;
  return <button type="button" data-testid="trails" aria-pressed={trailsShown.value} aria-label="Arrows of what happened since your last action" title="What happened since your last action, on the map" onClick={() => { trailsShown.value = !trailsShown.value; }}>↝</button>;
}
