/** Analysis: the best options of whoever must decide, or what a past game's luck and turning points were. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { call, Refused } from "../net";
import type { Session } from "../session";

interface Option { action: string; games: number; expected: number; error: number | null }
interface Moment { clock: string; outlook: number; error: number | null; change: number; luck: number }
interface Found { options?: Option[]; past?: { seat: string; luck: Record<string, number>; moments: Moment[] } }

const signed = (n: number, digits = 1): string => `${n < 0 ? "−" : "+"}${Math.abs(n).toFixed(digits)}`;
const worth = (n: number, error: number | null): string => `${n.toFixed(2)}${error == null ? "" : ` ± ${error.toFixed(2)}`}`;

export function AnalysisPanel({ s }: { s: Session }): JSX.Element {
  const [found, setFound] = useState<Found | null>(null);
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState("");
  const over = !!s.state.value?.result;
  const seat = s.state.value?.seat ?? "";
  const ask = async (): Promise<void> => {
    setAsking(true); setFailed(""); setFound(null);
    try {
      setFound(await call<Found>(`/api/tables/${encodeURIComponent(s.id)}/analysis?seat=${encodeURIComponent(seat)}`));
    } catch (e) {
      setFailed(e instanceof Refused ? e.message : String(e));
    }
    setAsking(false);
  };
  return (
    <div class="analysis" data-testid="analysis">
      <p class="quiet">{over ? "Bots play the game out again from every turn." : "Bots play on from here to the end, many times, in worlds that you can believe in. 1 is a win, 0 a loss; alone, it is the score."}</p>
      <div class="buttons"><button type="button" class="primary" data-testid="analyse" disabled={asking} onClick={() => void ask()}>{asking ? "Playing it out …" : "Analyse"}</button></div>
      {failed && <p role="alert">{failed}</p>}
      {found?.options && (
        <table class="plain"><thead><tr><th>Option</th><th>Expected</th><th>Games</th></tr></thead>
          <tbody>{found.options.map((o) => <tr key={o.action}><td><code>{o.action}</code></td><td>{worth(o.expected, o.error)}</td><td>{o.games}</td></tr>)}</tbody></table>
      )}
      {found?.past && (
        <>
          <p>{Object.entries(found.past.luck).map(([who, luck]) => `Luck of ${who}: ${signed(luck)} pips`).join("; ")}.</p>
          <table class="plain"><thead><tr><th>When</th><th>Outlook of {found.past.seat}</th><th>Change</th><th>Luck before</th></tr></thead>
            <tbody>{found.past.moments.slice(0, 5).map((m) => <tr key={m.clock}><td>{m.clock}</td><td>{worth(m.outlook, m.error)}</td><td>{signed(m.change, 2)}</td><td>{signed(m.luck)}</td></tr>)}</tbody></table>
        </>
      )}
    </div>
  );
}
