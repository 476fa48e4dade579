/** The tab of the units: where each is, how strong, and in which state; a click finds it on the map. */
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type RosterKey, rosterOf, sortedRoster } from "../roster";
import type { Session } from "../session";

const COLUMNS: readonly [RosterKey, string][] = [["name", "Unit"], ["place", "Place"], ["factors", "Factors"], ["state", "State"]];

export function RosterPanel({ s }: { s: Session }): JSX.Element {
  const scene = s.scene.value, board = s.board.value;
  const [words, setWords] = useState("");
  const [by, setBy] = useState<RosterKey>("place");
  const [down, setDown] = useState(false);
  const [side, setSide] = useState("");
  const all = useMemo(() => rosterOf(scene?.pieces ?? [], board), [scene, board]);
  const sides = [...new Set(all.map((r) => r.side))];
  const rows = sortedRoster(side ? all.filter((r) => r.side === side) : all, words, by, down);
  const pick = (key: RosterKey): void => { if (key === by) setDown(!down); else { setBy(key); setDown(false); } };
  return (
    <div class="roster" data-testid="roster">
      <div class="filters">
        <input type="search" placeholder="Name, place, “supply”" aria-label="Find units" value={words} onInput={(e) => setWords(e.currentTarget.value)} />
        <select aria-label="Nation" value={side} onChange={(e) => setSide(e.currentTarget.value)}><option value="">All</option>{sides.map((x) => <option key={x}>{x}</option>)}</select>
      </div>
      <p class="quiet" role="status">{rows.length} of {all.length} units</p>
      <table class="chart">
        <thead><tr>{COLUMNS.map(([key, title]) => <th key={key} scope="col" aria-sort={key === by ? (down ? "descending" : "ascending") : undefined}><button type="button" class="link" onClick={() => pick(key)}>{title}{key === by ? (down ? " ▾" : " ▴") : ""}</button></th>)}</tr></thead>
        <tbody>{rows.slice(0, 300).map((r) => (
          <tr key={r.id} onMouseEnter={() => s.point([r.id], [])} onMouseLeave={() => s.point()}>
            <th scope="row"><button type="button" class="link plain" onClick={() => s.reveal([r.id], [r.placeId])}>{r.name}</button></th>
            <td>{r.place}</td><td>{r.factors}{r.steps && <small class="quiet"> {r.steps}</small>}</td><td>{r.state}</td>
          </tr>
        ))}</tbody>
      </table>
    </div>
  );
}
