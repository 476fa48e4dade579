/** Whose decision it is, what is asked, what may be chosen, what it would do. */
import { Fragment, type JSX } from "preact";
import { useState } from "preact/hooks";
import type { Choice } from "../protocol";
import { beginsStack } from "../clicks";
import type { Session } from "../session";
import type { Reason, Result } from "../show";
import { subject } from "../outlook";
import { go } from "../store";
import { leaveReplay, sinceMine } from "../time";
import { hasWays, nearest } from "../ways";
import { RuleChip } from "./bits";
import { CardStrip, Told } from "./cards";
import { FirstSteps } from "./first";
import { useKeptFocus } from "./keys";
import { PlannerBox } from "./planner";
import { Company, Everyone, UnitsBox } from "./units";

export function DecisionPanel({ s }: { s: Session }): JSX.Element {
  const box = useKeptFocus(s);
  const st = s.state.value;
  if (!st) return <section class="decision" aria-label="Decision"><p class="quiet">Waiting for the table…</p></section>;
  if (s.replay.value) return <ReplayNotice s={s} />;
  const d = st.decision;
  return (
    <section class="decision" ref={(el) => { box.current = el; }} aria-label="Decision" data-testid="decision" data-step={d?.step ?? ""}>
      {st.archive && <Archive s={s} />}
      {st.result && <ResultBox s={s} />}
      {d ? <Asked s={s} /> : !st.result && !st.archive && <Waiting s={s} />}
      {!d && <Refusal s={s} />}
      <CardStrip s={s} />
      <UndoRow s={s} />
    </section>
  );
}

export function ResultHead({ r }: { r: Result }): JSX.Element {
  const head = !r.winner ? "The game is over" : r.winner.endsWith("s") ? `Victory of the ${titled(r.winner)}` : `${titled(r.winner)} victory`;
  return <h2>{head}{r.level && titled(r.level) !== head && <small>{titled(r.level)}</small>}</h2>;
}

function ResultBox({ s }: { s: Session }): JSX.Element {
  const r = s.state.value!.result!;
  return (
    <div class="result" role="status" data-testid="result">
      <ResultHead r={r} />
      <div class="buttons"><button type="button" class="primary" data-testid="open-end" onClick={() => (s.theEnd.value = true)}>How it went</button></div>
      <p>{r.text} {r.rule && <RuleChip id={r.rule} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} />}</p>
    </div>
  );
}

/** A game that today's rules play otherwise: shown as it happened, and continued as a new one where it still fits.
 * What one seat saw of a running game is shown too, and can be branched at its end. */
function Archive({ s }: { s: Session }): JSX.Element {
  const go_on = (): void => { void s.ask("continue", {}).then((got) => go(`/table/${got.id}`)).catch((e) => s.complain(e)); };
  const analyse = (): void => { void s.ask("branch", { n: null }).then((got) => go(`/table/${got.id}`)).catch((e) => s.complain(e)); };
  return (
    <div class="warning" data-testid="archive">
      <p>This game is shown as it happened. {s.state.value!.archive}</p>
      <div class="buttons">
        {s.info.value?.kind === "record"
          ? <button type="button" onClick={analyse}>Open an analysis board from its end, in a world that fits</button>
          : <button type="button" onClick={go_on}>Go on from where it still fits, as a new game</button>}
      </div>
    </div>
  );
}

export const titled = (seat: string): string => seat.charAt(0).toUpperCase() + seat.slice(1).replace(/[-_]/g, " ");

function Waiting({ s }: { s: Session }): JSX.Element {
  const st = s.state.value!;
  return (
    <div>
      <h2 class="prompt">{st.owing.map(titled).join(" and ")} to decide</h2>
      {s.shared.value && s.others.value.length > 0 && <HandOver s={s} />}
      <p class="quiet">{st.thinking.length ? <><span class="spinner" aria-hidden="true" /> The bot for {st.thinking.map(titled).join(" and ")} is thinking about {subject(st)}.</> : s.shared.value ? "" : "You have nothing to decide now."}</p>
    </div>
  );
}

/** One screen before several people: who is asked in private takes it for himself, and gives it back. */
function HandOver({ s }: { s: Session }): JSX.Element {
  if (s.chair.value !== "open") {
    return <div class="buttons"><button type="button" class="primary" data-testid="hand-over" onClick={() => s.sit("open")}>Show everybody the table</button></div>;
  }
  return (
    <>
      <p>This is decided in private. What is on the screen now is for everybody.</p>
      <div class="buttons">{s.others.value.map((to) => <button key={to} type="button" class="primary" data-testid="alone" onClick={() => s.sit(to)}>Continue as {titled(to)}; nobody else looks</button>)}</div>
    </>
  );
}

/** At one screen: to look at what only one knows, or to let the others look again. */
function Chair({ s }: { s: Session }): JSX.Element | null {
  if (!s.shared.value) return null;
  const { by, aside } = s.state.value!;
  if (s.chair.value !== "open") return <button type="button" data-testid="look-together" onClick={() => s.sit("open")}>Show everybody the table</button>;
  return aside ? null : <button type="button" class="link" data-testid="look-alone" title={`The other looks away, and ${titled(by)} sees what only ${titled(by)} may know`} onClick={() => s.sit(by)}>look in private</button>;
}

/** What is decided openly, and what besides can be done alone with the screen. */
function Aside({ s }: { s: Session }): JSX.Element | null {
  const { by, aside } = s.state.value!;
  if (!aside || s.prefix.value) return null;
  return <div class="buttons"><button type="button" data-testid="aside" title={`The other looks away; ${titled(by)} shows the table to everybody again afterwards`} onClick={() => s.sit(by)}>{aside}; nobody else looks</button></div>;
}

function Asked({ s }: { s: Session }): JSX.Element {
  const st = s.state.value!, d = st.decision!;
  const find = (id: string) => s.ruleCase(id);
  const prefix = s.prefix.value;
  const choices = s.choices.value;
  const named = choices.filter((c) => c.kind !== "piece" && c.kind !== "place");
  const onMap = nearest(choices, s.longer.value).filter((c) => c.kind === "piece" || c.kind === "place");
  return (
    <>
      <p class="who"><span class="seat">{titled(st.by)}</span>{st.side && st.side.toLowerCase() !== st.by.toLowerCase() && <span class="quiet"> commands {titled(st.side)}</span>} <Chair s={s} /></p>
      {st.since > 1 && !prefix && <p class="since"><button type="button" class="link" data-testid="since" onClick={() => void sinceMine(s)}>▶ {st.since} steps since your last action</button></p>}
      <h2 class="prompt" id="prompt" tabIndex={-1}>{d.prompt} <RuleChip id={d.rule} find={find} open={(id) => s.openRule(id)} /></h2>
      <FirstSteps s={s} />
      {prefix && <Prefix s={s} />}
      {prefix && <Company s={s} />}
      <Reasons s={s} list={s.lacking.value} title="Still lacking" kind="duty" />
      <Refusal s={s} />
      {s.playable.value && (
        <div class="buttons"><button type="button" class="primary" data-action={prefix} disabled={s.busy.value} onClick={() => void s.play(prefix)}>Do this <kbd>Enter</kbd></button></div>
      )}
      {(choices.some((c) => c.complete && c.more === "keyword") || hasWays(choices)) && <ByWay s={s} />}
      {!s.prefix.value && choices.some(beginsStack) && choices.some((c) => c.kind === "piece" && !beginsStack(c)) && <Together s={s} />}
      <UnitsBox s={s} />
      <PlannerBox s={s} />
      <Everyone s={s} />
      {named.length > 0 && <Named s={s} list={named} />}
      <Aside s={s} />
      {onMap.length > 0 && <MapChoices s={s} list={onMap} />}
      {d.draft && <Parts s={s} />}
      <Reasons s={s} list={duties(s)} title="Still to do" kind="duty" />
      {(d.warnings ?? []).map((w) => <p class="warning" key={w}><span aria-hidden="true">⚠ </span>{w}</p>)}
    </>
  );
}

/** What must still be done, without what the plan of attack says already. */
function duties(s: Session): Reason[] {
  const told = new Set(s.planner.here.value ? (s.planner.plan.value?.left ?? []).map((r) => r.text) : []);
  return (s.state.value!.decision!.duties ?? []).filter((r) => !told.has(r.text));
}

/** The word between two choices, such as "via". */
const joint = (before: Choice | undefined, c: Choice): string => before?.more === "keyword" ? c.action.slice(before.action.length).trim().split(" ").slice(0, -1).join(" ") : "";

function Prefix({ s }: { s: Session }): JSX.Element {
  const trail = s.trail.value;
  const slot = s.choices.value[0];
  const what = !slot ? "" : slot.kind === "choice" ? "one" : `a ${slot.kind === "piece" ? "unit" : (slot.kind ?? "value")}`;
  return (
    <p class="sofar" data-testid="prefix">
      <span class="crumb verb">{trail[0]?.verb}</span>
      {trail.map((c, i) => <Fragment key={i}>{joint(trail[i - 1], c) && <span class="quiet">{joint(trail[i - 1], c)}</span>}<span class="crumb">{c.name ?? c.value}</span></Fragment>)}
      {slot && <span class="quiet">→ {s.playable.value ? `play it as it is, or go on: ${s.slotPrompt.value || `choose ${what}.`}` : s.slotPrompt.value || `choose ${what}`}</span>}
      <button type="button" class="link" onClick={() => s.back()}>back <kbd>Esc</kbd></button>
    </p>
  );
}

/** For fingers, and for those who do not know of Shift: the next choice asks by which way. */
function ByWay({ s }: { s: Session }): JSX.Element {
  const on = s.longer.value;
  return (
    <div class="buttons">
      <button type="button" data-testid="by-way" aria-pressed={on} title="Name the route, place by place. A click with Shift held asks for it too." onClick={() => (s.longer.value = !on)}>Choose the route</button>
      {on && <span class="quiet">The next choice asks for it.</span>}
    </div>
  );
}

/** Likewise for a stack: the next unit chosen begins one. */
function Together({ s }: { s: Session }): JSX.Element {
  const on = s.longer.value;
  return (
    <div class="buttons">
      <button type="button" data-testid="together" aria-pressed={on} title="Choose several units, then where they go. A click with Shift held begins a stack too." onClick={() => (s.longer.value = !on)}>Several at once</button>
      {on && <span class="quiet">Choose the units, then where they go.</span>}
    </div>
  );
}

/** Choices that are not on the map. Many of several kinds stand in groups under their verbs. */
function Named({ s, list }: { s: Session; list: Choice[] }): JSX.Element {
  const verbs = [...new Set(list.map((c) => c.verb))];
  if (list.length <= 7 || verbs.length < 2 || s.prefix.value) {
    return <div class="buttons" role="group" aria-labelledby="prompt">{list.map((c) => <ChoiceButton s={s} c={c} key={c.action} />)}</div>;
  }
  const alone = list.filter((c) => !c.value);
  return (
    <>
      {verbs.filter((v) => list.some((c) => c.verb === v && c.value)).map((v) => (
        <div key={v} class="verb-group" role="group" aria-label={v}>
          <h3>{v}</h3>
          <div class="buttons">{list.filter((c) => c.verb === v && c.value).map((c) => <ChoiceButton s={s} c={{ ...c, label: c.name ?? c.label }} key={c.action} />)}</div>
        </div>
      ))}
      {alone.length > 0 && <div class="buttons">{alone.map((c) => <ChoiceButton s={s} c={c} key={c.action} />)}</div>}
    </>
  );
}

/** What one does next as a rule: the only choice, or the end of a draft that has something in it. */
const leadsOn = (s: Session, c: Choice): boolean => s.choices.value.length === 1 || (c.action === "done" && !!s.state.value?.parts.length);

export function ChoiceButton({ s, c, longer = false }: { s: Session; c: Choice; longer?: boolean }): JSX.Element {
  return (
    <button
      type="button" class={leadsOn(s, c) ? "choice strong" : "choice"} data-action={c.action} disabled={s.busy.value}
      onClick={(e) => void s.choose(c, longer || e.shiftKey)} onMouseEnter={() => lookAt(s, c)} onMouseLeave={() => s.looks.show("")} onFocus={() => lookAt(s, c)} onBlur={() => s.looks.show("")}
    >
      {c.label}{!c.complete && " …"}
    </button>
  );
}

/** Choices on the map as a list too: for the keyboard, for screen readers, and to see them all. */
function MapChoices({ s, list }: { s: Session; list: Choice[] }): JSX.Element {
  const [open, setOpen] = useState(false);
  const [filter, setFilter] = useState("");
  const f = filter.toLowerCase();
  const shown = f ? list.filter((c) => c.label.toLowerCase().includes(f) || c.value?.toLowerCase().includes(f)) : list;
  const isOpen = open || list.length <= 6;
  return (
    <div class="map-choices">
      <button type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!open)}>
        {list.length === 1 ? "1 choice" : `${list.length} choices`} lit on the map {list.length > 6 && <span aria-hidden="true">{open ? "▴" : "▾"}</span>}
      </button>
      {isOpen && (
        <>
          {list.length > 10 && <input type="search" placeholder="Find…" aria-label="Filter the choices" value={filter} onInput={(e) => setFilter(e.currentTarget.value)} />}
          <ul class="choice-list">
            {shown.slice(0, 200).map((c, i) => (
              <li key={c.action}>
                {!s.prefix.value && s.choices.value.some((x) => x.verb !== c.verb) && shown[i - 1]?.verb !== c.verb && <h3>{c.verb}</h3>}
                <button type="button" class="choice small" data-action={c.action} disabled={s.busy.value}
                  onClick={(e) => void s.choose(c, e.shiftKey)}
                  onMouseEnter={() => { lookAt(s, c); pointAt(s, c); }} onMouseLeave={() => { s.looks.show(""); s.point(); }}
                  onFocus={() => { lookAt(s, c); pointAt(s, c); }} onBlur={() => { s.looks.show(""); s.point(); }}>{c.label}{meetsEnemy(s, c) && <span class="foe" title="The enemy is there">✹<span class="sr"> the enemy is there</span></span>}</button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function meetsEnemy(s: Session, c: Choice): boolean {
  return !!c.value && (c.kind === "place" ? s.lit.value.fights : s.lit.value.foes).has(c.value);
}

/** Only a whole action has an outcome to show. */
function lookAt(s: Session, c: Choice): void {
  s.looks.show(c.complete ? c.action : "");
}

function pointAt(s: Session, c: Choice): void {
  if (!c.value) return;
  if (c.kind === "piece") s.point([c.value], []);
  else s.point([], [c.value]);
}

function Parts({ s }: { s: Session }): JSX.Element | null {
  const parts = s.state.value?.parts ?? [];
  if (!parts.length) return null;
  return (
    <div class="parts">
      <h3>So far</h3>
      <ol tabIndex={0} aria-label="Parts of the draft" ref={(el) => { if (el) el.scrollTop = el.scrollHeight; }}>{parts.map((p, i) => <li key={i} onMouseEnter={() => s.point(p.pieces, p.places)} onMouseLeave={() => s.point()}>{p.text} <button type="button" class="icon drop" aria-label={`Take out ${p.text}`} onClick={() => void s.drop(i)}>✕</button></li>)}</ol>
    </div>
  );
}

export function Reasons({ s, list, title, kind }: { s: Session; list: readonly Reason[]; title: string; kind: string }): JSX.Element | null {
  const [all, setAll] = useState(false);
  if (!list.length) return null;
  const shown = all || list.length <= 6 ? list : list.slice(0, 4);
  return (
    <div class={`reasons ${kind}`}>
      <h3>{title}{list.length > 6 && ` (${list.length})`}</h3>
      <ul>
        {shown.map((r, i) => (
          <li key={i} onMouseEnter={() => s.point(r.pieces, r.places)} onMouseLeave={() => s.point()}>
            {(r.places?.length || r.pieces?.length) ? <button type="button" class="link plain" onClick={() => s.reveal(r.pieces, r.places)}>{r.text}</button> : r.text}{" "}
            {r.rule && r.rule !== "undo" && r.rule !== "redo" && <RuleChip id={r.rule} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} />}
          </li>
        ))}
      </ul>
      {list.length > 6 && <button type="button" class="link" aria-expanded={all} onClick={() => setAll(!all)}>{all ? "Fewer" : `and ${list.length - shown.length} more`}</button>}
    </div>
  );
}

function Refusal({ s }: { s: Session }): JSX.Element | null {
  const r = s.refused.value;
  if (!r) return null;
  return (
    <div class="refusal" role="alert" data-testid="refusal">
      <button type="button" class="icon" aria-label="Dismiss" onClick={() => { s.refused.value = null; }}>✕</button>
      {r.reasons.length ? <Reasons s={s} list={r.reasons} title="Not possible" kind="no" /> : <p>{r.text}</p>}
    </div>
  );
}

function UndoRow({ s }: { s: Session }): JSX.Element {
  const st = s.state.value!;
  return (
    <div class="undo-row">
      <button type="button" data-testid="undo" disabled={!st.undo.can && !s.prefix.value} title={st.undo.can ? "Take back (U)" : st.undo.why} onClick={() => void s.undo()}>↶ Undo</button>
      <button type="button" data-testid="redo" disabled={!st.redo.can} title={st.redo.can ? "Play again (Shift+U)" : st.redo.why} onClick={() => void s.redo()}>↷ Redo</button>
      {!st.undo.can && !st.result && !s.prefix.value && <span class="quiet barrier">{st.undo.why}</span>}
    </div>
  );
}

function ReplayNotice({ s }: { s: Session }): JSX.Element {
  const r = s.replay.value!;
  return (
    <section class="decision replaying" aria-label="Replay">
      <p class="who"><span class="seat">{r.playing ? "What happened" : "Looking back"}</span> <span class="quiet">as {titled(r.seat)}</span></p>
      <h2 class="prompt">{r.step.title || `Step ${r.step.n}`}</h2>
      <ul class="replay-log" tabIndex={0} aria-label="What happened in this step">{r.step.log.map((e) => <li key={e.n}><Told s={s} text={e.text} /></li>)}</ul>
      <div class="buttons"><button type="button" class="primary" onClick={() => leaveReplay(s)}>Back to the present <kbd>Esc</kbd></button></div>
    </section>
  );
}
