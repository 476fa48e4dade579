/** On a phone the books are a sheet over which the map stays in sight: it is drawn up and down, and the decision waits above it. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { Session } from "../session";
import { sheetHeight } from "../store";
import { titled } from "./decision";

const LEAST = 14, MOST = 72;

/** What is asked, in short: a tap puts the sheet away. */
export function DecisionBar({ s }: { s: Session }): JSX.Element | null {
  const st = s.state.value;
  if (!st) return null;
  const no = s.refused.value;
  const text = no ? (no.reasons[0]?.text ?? no.text) : s.replay.value ? s.replay.value.step.title || "Looking back" : (st.decision?.prompt ?? st.result?.text ?? `${st.owing.map(titled).join(" and ")} to decide`);
  return (
    <button type="button" class={no ? "decision-bar no" : "decision-bar"} data-testid="decision-bar" onClick={() => (s.sheet.value = false)}>
      <span class="asked">{text}</span>
      <span class="to-decide">{st.decision && !s.replay.value ? "Decide" : "Show"} ▴</span>
    </button>
  );
}

/** The sheet's upper edge: dragged, it makes the sheet higher or lower; drawn down far enough, it closes it. */
export function Grip({ s }: { s: Session }): JSX.Element {
  const from = useRef<{ y: number; height: number } | null>(null);
  const set = (height: number): void => { sheetHeight.value = Math.max(LEAST, Math.min(MOST, height)); };
  const move = (e: PointerEvent): void => {
    if (from.current) set(from.current.height + ((from.current.y - e.clientY) / window.innerHeight) * 100);
  };
  const drop = (e: PointerEvent): void => {
    const start = from.current;
    from.current = null;
    if (!start) return;
    const wanted = start.height + ((start.y - e.clientY) / window.innerHeight) * 100;
    if (wanted < LEAST) { s.sheet.value = false; sheetHeight.value = Math.max(start.height, 2 * LEAST); }
  };
  const key = (e: KeyboardEvent): void => {
    if (e.key !== "ArrowUp" && e.key !== "ArrowDown") return;
    e.preventDefault();
    set(sheetHeight.value + (e.key === "ArrowUp" ? 6 : -6));
  };
  return (
    <div class="grip">
      <div
        class="grip-bar" data-testid="grip" role="separator" tabIndex={0} aria-orientation="horizontal" aria-label="Height of the books" aria-valuemin={LEAST} aria-valuemax={MOST} aria-valuenow={Math.round(sheetHeight.value)}
        onPointerDown={(e) => { from.current = { y: e.clientY, height: sheetHeight.value }; e.currentTarget.setPointerCapture(e.pointerId); }} onPointerMove={move} onPointerUp={drop} onPointerCancel={drop} onKeyDown={key}
      />
      <button type="button" class="icon" aria-label="Close the books" onClick={() => (s.sheet.value = false)}>✕</button>
    </div>
  );
}
