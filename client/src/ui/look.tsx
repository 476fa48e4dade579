/** The card of a choice: what it would do, and its odds. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { chooses } from "../clicks";
import type { Session } from "../session";
import type { Odds } from "../show";
import { RuleChip } from "./bits";

/** What the choice under the pointer would do. It floats over the map, so that no button moves away under the pointer,
 * and it stays while the pointer is on it, unless there is something to choose under it. A click puts it away. */
export function LookBox({ s }: { s: Session }): JSX.Element | null {
  const l = s.looks.shown.value;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => { if (ref.current) s.looks.place({ width: ref.current.offsetWidth, height: ref.current.offsetHeight }); });
  if (!l || s.replay.value) return null;
  const { preview, odds } = l.look, { left, low } = s.looks.corner.value;
  const giveWay = (e: PointerEvent): void => {
    const at = s.map?.top.getBoundingClientRect();
    if (at && e.pointerType !== "touch" && chooses(s, s.map!.hit(e.clientX - at.left, e.clientY - at.top))) s.looks.away();
  };
  const putAway = (e: MouseEvent): void => { if (!(e.target as Element).closest("button, summary")) s.looks.away(); };
  return (
    <div ref={ref} class={`look floating${left ? " left" : ""}${low ? " low" : ""}`} data-testid="look"
      onMouseEnter={() => s.looks.hold(true)} onMouseLeave={() => s.looks.hold(false)} onPointerMove={giveWay} onClick={putAway}>
      {preview && (
        <div>
          <p>{preview.text}{preview.cost && <b class="cost"> {preview.cost}</b>}</p>
          {(preview.effects ?? []).map((r, i) => <p class="effect" key={i}>{r.text} <RuleChip id={r.rule} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} /></p>)}
        </div>
      )}
      {odds && <OddsTable s={s} odds={odds} />}
      {s.tapped.value === l.action && <div class="buttons"><button type="button" class="primary" data-testid="do-it" onClick={() => void s.confirm()}>Do it</button><span class="quiet">or tap it again</span></div>}
    </div>
  );
}

export function OddsTable({ s, odds }: { s: Session; odds: Odds }): JSX.Element {
  const most = Math.max(...odds.rows.map((r) => r.value), 0.0001);
  return (
    <div class="odds">
      <h3>{odds.title} <RuleChip id={odds.rule ?? ""} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} /></h3>
      <table>
        <tbody>
          {odds.rows.filter((r) => r.value > 0).map((r) => (
            <tr key={r.outcome} title={r.about}>
              <th scope="row">{r.outcome}</th>
              <td class="bar"><span style={{ width: `${(100 * r.value) / most}%` }} /></td>
              <td class="num">{(100 * r.value).toFixed(r.value < 0.1 ? 1 : 0)}%</td>
              <td class="num quiet">{r.chance}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(odds.modifiers ?? []).length > 0 && (
        <ul class="modifiers">
          {odds.modifiers!.map((m, i) => <li key={i}><b>{m.value > 0 ? `+${m.value}` : `−${-m.value}`}</b> {m.reason} <RuleChip id={m.rule} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} /></li>)}
        </ul>
      )}
      {(odds.assumes ?? []).map((a) => <p class="quiet assumes" key={a}>{a}</p>)}
      {(odds.replies ?? []).length > 0 && (
        <details>
          <summary>If more is committed ({odds.replies!.length})</summary>
          {odds.replies!.map((r) => <details key={r.title} class="reply"><summary>{r.title}</summary><OddsTable s={s} odds={r} /></details>)}
        </details>
      )}
    </div>
  );
}
