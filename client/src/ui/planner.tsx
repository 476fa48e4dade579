/** The plan of attack as rows: what can be attacked, who is in, at which odds, and what the plan leaves undone. */
import type { JSX } from "preact";
import type { Session } from "../session";
import type { Target } from "../show";
import { RuleChip } from "./bits";
import { Reasons } from "./decision";
import { OddsTable } from "./look";

export function PlannerBox({ s }: { s: Session }): JSX.Element | null {
  const plan = s.planner.plan.value, rows = s.planner.rows.value;
  if (!plan || !rows.length || s.prefix.value) return null;
  const ready = rows.filter((r) => r.actions?.length), planned = rows.filter((r) => r.attackers?.length);
  return (
    <section class="planner" aria-label="Plan of attack" data-testid="planner">
      <h3>Plan of attack <span class="quiet">{planned.length > 0 && `${planned.length} of `}{rows.length} {rows.length === 1 ? "target" : "targets"}</span></h3>
      <div class="buttons">
        {plan.proposes !== false && <button type="button" data-testid="propose" title="Adds what is needed so that every duty is met; change it as you like" disabled={s.busy.value} onClick={() => void s.planner.propose()}>Propose</button>}
        {plan.together && ready.length > 1 && <button type="button" data-testid="declare-all" disabled={s.busy.value} onClick={() => void s.planner.declare(ready)}>{`${plan.label ?? "Fight"} all ${ready.length}`}</button>}
        {planned.some((r) => !r.duty && (r.attackers?.length ?? 0) > (r.declared?.length ?? 0)) && <button type="button" data-testid="clear-plan" onClick={() => void s.planner.clear()}>Clear</button>}
      </div>
      <ul class="targets">{rows.map((r) => <Row s={s} r={r} key={r.targets.join()} label={plan.label ?? "Fight"} />)}</ul>
      <Reasons s={s} list={plan.left ?? []} title="The plan leaves undone" kind="duty" />
    </section>
  );
}

function Row({ s, r, label }: { s: Session; r: Target; label: string }): JSX.Element {
  const key = r.targets.join(), open = s.planner.open.value === key, inside = r.attackers?.length ?? 0;
  const likely = inside ? [...(r.odds?.rows ?? [])].sort((a, b) => b.value - a.value)[0] : undefined;
  const point = (): void => s.point([...(r.attackers ?? []), ...(r.against ?? [])], r.targets);
  return (
    <li class={inside ? "planned" : ""} data-target={key} onMouseEnter={point} onMouseLeave={() => s.point()}>
      <div class="row">
        <button type="button" class="link plain name" aria-expanded={open} onClick={() => { s.planner.open.value = open ? "" : key; if (!open) s.reveal(r.against, r.targets); }}>
          {r.title}{r.duty && <span class="must" title={`Must be attacked (${r.duty})`}> !<span class="sr"> must be attacked</span></span>}
        </button>
        <span class="quiet count">{inside ? `${inside} in` : `${r.could?.length ?? 0} can attack`}</span>
        <span class="odds-cell"><b class="ratio" title={inside ? r.odds?.title : "Odds with everyone who can attack"}>{inside ? r.ratio : <span class="quiet">{r.best || "–"}</span>}</b>{likely && <small class="quiet likely" title="The likeliest result">{likely.outcome} {Math.round(100 * likely.value)}%</small>}</span>
        {(r.actions?.length ?? 0) > 0 && <button type="button" class="small choice" data-testid="fight" disabled={s.busy.value} onClick={() => void s.planner.declare([r])}>{label}</button>}
      </div>
      {open && <Details s={s} r={r} />}
      {(r.warnings ?? []).map((w) => <p class="warning" key={w}><span aria-hidden="true">⚠ </span>{w}</p>)}
      {(r.why ?? []).slice(0, open ? 9 : 1).map((w, i) => <p class="no" key={i}>{w.text} {w.rule && <RuleChip id={w.rule} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} />}</p>)}
    </li>
  );
}

/** Who is in and who could be; the odds and what they are made of. */
function Details({ s, r }: { s: Session; r: Target }): JSX.Element {
  const pieces = new Map((s.state.value?.scene.pieces ?? []).map((p) => [p.id, p]));
  const elsewhere = new Map(s.planner.rows.value.filter((x) => x !== r).flatMap((x) => (x.attackers ?? []).map((id) => [id, x.title] as const)));
  const chip = (id: string, on: boolean): JSX.Element => {
    const face = pieces.get(id)?.face, from = elsewhere.get(id);
    return (
      <button type="button" key={id} class={on ? "chip on" : "chip"} aria-pressed={on} data-piece={id} title={from ? `Taken from the attack on ${from}` : ""} onClick={() => void s.planner.toggle(r, [id])}>
        {face ? `${face.name} ${(face.factors ?? []).join("-")}` : id}{from && !on && <span class="quiet"> from {from}</span>}
      </button>
    );
  };
  const free = (r.could ?? []).filter((id) => !elsewhere.has(id));
  return (
    <div class="details">
      {(r.against ?? []).length > 0 && <p class="quiet">Against {r.against!.map((id) => pieces.get(id)?.face.name ?? id).join(", ")}.</p>}
      <div class="chips">
        {(r.attackers ?? []).map((id) => chip(id, true))}{(r.could ?? []).map((id) => chip(id, false))}
        {free.length > 1 && <button type="button" class="chip all" data-testid="all-in" onClick={() => void s.planner.toggle(r, free)}>All {free.length} more{r.best && `: ${r.best}`}</button>}
      </div>
      {(r.joins ?? []).length > 0 && (r.attackers?.length ?? 0) > 0 && (
        <label class="join">Together with <select value="" onChange={(e) => { if (e.currentTarget.value) void s.planner.join(r, e.currentTarget.value); }}>
          <option value="">no other place</option>{r.joins!.map((id) => <option key={id} value={id}>{s.map?.index.places.get(id)?.name ?? id}</option>)}
        </select></label>
      )}
      {r.odds && <OddsTable s={s} odds={r.odds} />}
    </div>
  );
}
