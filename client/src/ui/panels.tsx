/** The tabs beside the map: log, rules, charts, map, time, help. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import type { LogEntry, Luck } from "../protocol";
import type { Session } from "../session";
import { askAgain, isSilenced } from "../ends";
import { coachOn, counterSize, diceShown, followTurns, go, motionChoice, nextTheme, showMinimap, soundsOn, theme, toast, trailsShown } from "../store";
import { chaptersOf, linked, linksOf } from "../rulebook";
import type { Chart } from "../show";
import { copyPicture } from "../picture";
import { around, branch, goTo, showMoment, sinceMine } from "../time";
import { Dialog, Die, RuleChip } from "./bits";
import { Told } from "./cards";
import { Advice } from "./coach";
import { titled } from "./decision";
import { ReplayOutlook } from "./outlook";
import { OverlayButtons } from "./overlays";
import { TrackButtons } from "./track";

export function LogPanel({ s }: { s: Session }): JSX.Element {
  const [filter, setFilter] = useState("");
  const [kind, setKind] = useState("all");
  const end = useRef<HTMLOListElement>(null);
  const log = s.log.value;
  const f = filter.toLowerCase();
  const shown = useMemo(() => log.filter((e) => (kind === "all" || (kind === "dice" ? !!e.dice : kind === "moves" ? !!e.path : e.kind === "Headed")) && (!f || e.text.toLowerCase().includes(f))), [log, f, kind]);
  const at = s.replay.value?.step.n, cut = around(shown, at);
  useEffect(() => {
    const box = end.current;
    if (!box) return;
    // The log goes along with the board: to the moment that is shown, else to the latest line; also when the panel above
    // grows or shrinks.
    const go = (): void => { if (at === undefined) box.scrollTop = box.scrollHeight; else box.querySelector("li.at")?.scrollIntoView({ block: "nearest" }); };
    go();
    const watch = new ResizeObserver(go);
    watch.observe(box);
    return () => watch.disconnect();
  }, [shown.length, at]);
  return (
    <div class="log">
      <div class="filters">
        <input type="search" placeholder="Search the log" aria-label="Search the log" value={filter} onInput={(e) => setFilter(e.currentTarget.value)} />
        <select aria-label="Show" value={kind} onChange={(e) => setKind(e.currentTarget.value)}>
          <option value="all">Everything</option><option value="dice">Dice</option><option value="moves">Moves</option><option value="heads">Headings</option>
        </select>
      </div>
      {shown.length > cut.length && <p class="quiet">{shown.length - cut.length} {cut.at(-1) === shown.at(-1) ? "earlier" : "other"} lines are not shown; search to find them.</p>}
      <ol class="lines" ref={end} tabIndex={0} aria-label="Log">{cut.map((e) => <LogLine key={e.n} s={s} e={e} />)}</ol>
      {!log.length && <p class="quiet">Nothing has happened yet.</p>}
    </div>
  );
}

function LogLine({ s, e }: { s: Session; e: LogEntry }): JSX.Element {
  const show = (): void => { void showMoment(s, e); };
  const now = s.replay.value?.step.n === e.step && s.replay.value?.seat === s.state.value?.seat;
  const body = (
    <>
      {e.dice && <span class="dice-row">{e.dice.map((d, i) => <Die key={i} value={d} sides={e.sides ?? 6} />)}</span>}
      <Told s={s} text={e.text} />
    </>
  );
  if (e.kind === "Headed") return <li class={`head level-${e.level ?? 1}`}>{e.text}</li>;
  return (
    <li class={`${e.dice ? "rolled" : ""}${now ? " at" : ""}`} aria-current={now ? "step" : undefined} onMouseEnter={() => s.point(e.pieces, e.places)} onMouseLeave={() => s.point()}>
      <span class="to-place" role="button" tabIndex={0} title="Show this moment on the board" onClick={show} onKeyDown={(k) => { if (k.key === "Enter" || k.key === " ") { k.preventDefault(); k.stopPropagation(); show(); } }}>{body}</span>{" "}
      {e.rule && <RuleChip id={e.rule} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} />}
    </li>
  );
}

export function RulesPanel({ s }: { s: Session }): JSX.Element {
  const [query, setQuery] = useState("");
  const rules = s.book.value?.rules ?? [];
  const q = query.trim().toLowerCase();
  const words = q.split(/\s+/).filter(Boolean);
  const shown = words.length ? rules.filter((r) => r.id.toLowerCase().startsWith(q) || words.every((w) => `${r.id} ${r.title} ${r.text}`.toLowerCase().includes(w))) : rules;
  const target = s.rule.value;
  const links = useMemo(() => linksOf(rules), [rules]);
  const chapters = useMemo(() => chaptersOf(rules), [rules]), heads = useMemo(() => new Set(chapters.map((c) => c.id)), [chapters]);
  const summary = s.book.value?.about.summary ?? [];
  useEffect(() => {
    if (!target) return;
    setQuery("");
    requestAnimationFrame(() => document.getElementById(`rule-${target}`)?.scrollIntoView({ block: "center" }));
  }, [target]);
  return (
    <div class="rules">
      <input type="search" placeholder="Search the rules, by word or number" aria-label="Search the rules" value={query} onInput={(e) => setQuery(e.currentTarget.value)} />
      {!q && summary.length > 0 && <details class="one-page" data-testid="one-page" open={s.onePage.value} onToggle={(e) => (s.onePage.value = e.currentTarget.open)}><summary>The game on one page</summary>{summary.map((p) => <p key={p}>{p}</p>)}</details>}
      {!q && <label class="chapters">Chapter <select aria-label="Chapter" value="" onChange={(e) => s.openRule(e.currentTarget.value)}><option value="">Go to …</option>{chapters.map((c) => <option key={c.id} value={c.id}>{c.number} {c.title}</option>)}</select></label>}
      <p class="quiet" role="status">{q ? `${shown.length} of ${rules.length} cases` : `${rules.length} cases, in our own words`}</p>
      <dl>
        {shown.map((r) => (
          <div key={r.id} id={`rule-${r.id}`} class={`case${r.id === target ? " target" : ""}${heads.has(r.id) && !q ? " chapter" : ""}`}>
            <dt><span class="num">{r.id}</span> {r.title}</dt>
            <dd>{linked(r.text, links, r.id).map((part, i) => (part.rule ? <button type="button" key={i} class="link" onClick={() => s.openRule(part.rule)}>{part.text}</button> : part.text))}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The cell of a chart that the latest events used: they name it as "chart column row", or row before column. */
export function usedCells(c: Chart, log: readonly LogEntry[]): Set<string> {
  const out = new Set<string>();
  for (const shown of log.slice(-12).flatMap((e) => e.shows ?? [])) {
    if (!shown.startsWith(`${c.id} `)) continue;
    const rest = shown.slice(c.id.length + 1);
    c.rows.forEach((row, i) => c.columns.forEach((column, j) => {
      if (j && (rest === `${column} ${row[0]}` || rest === `${row[0]} ${column}`)) out.add(`${i},${j}`);
    }));
  }
  return out;
}

/** Odds such as 3-1 are not torn apart at their hyphen. */
export const inOnePiece = (text: string): string => text.replace(/(\d)-(?=\d)/g, "$1\u2011");

function ChartTable({ c, used }: { c: Chart; used: Set<string> }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={c.title}>
      <table class={c.columns.length > 8 ? "chart tight" : "chart"}>
        <thead><tr>{c.columns.map((x, i) => (x ? <th key={i} scope="col">{inOnePiece(x)}</th> : <td key={i} />))}</tr></thead>
        <tbody>{c.rows.map((row, i) => <tr key={i}>{row.map((x, j) => (j ? <td key={j} class={used.has(`${i},${j}`) ? "used" : ""}>{x}</td> : <th key={j} scope="row">{x}</th>))}</tr>)}</tbody>
      </table>
    </div>
  );
}

export function ChartsPanel({ s }: { s: Session }): JSX.Element {
  const charts = s.book.value?.charts ?? [];
  const [large, setLarge] = useState<Chart | null>(null);
  if (!charts.length) return <p class="quiet">This game has no charts.</p>;
  return (
    <div class="charts">
      {charts.map((c) => (
        <section key={c.id}>
          <h3>{c.title} <RuleChip id={c.rule} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} /> <button type="button" class="chip" aria-label={`Enlarge ${c.title}`} onClick={() => setLarge(c)}>⤢</button></h3>
          <ChartTable c={c} used={usedCells(c, s.log.value)} />
          {(c.notes ?? []).map((n) => <p class="quiet" key={n}>{n}</p>)}
          {c.source && <p class="source">Source: {c.source}</p>}
        </section>
      ))}
      {large && <Dialog title={large.title} onClose={() => setLarge(null)} wide><ChartTable c={large} used={usedCells(large, s.log.value)} />{(large.notes ?? []).map((n) => <p class="quiet" key={n}>{n}</p>)}</Dialog>}
    </div>
  );
}

export function MapPanel({ s }: { s: Session }): JSX.Element {
  const now = s.overlay.value;
  const legend = Object.values(s.board.value?.styles ?? {}).filter((x) => x.legend);
  const nations = Object.values(s.board.value?.colours ?? {}).filter((x) => x.name);
  return (
    <div class="map-panel">
      <h3>Overlays</h3>
      <OverlayButtons s={s} />
      {now && <p class="overlay-text"><b>{now.title}</b> {now.text} <RuleChip id={now.rule ?? ""} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} /></p>}
      <h3>Counters</h3>
      <label class="range">Size <input type="range" min="0.5" max="2" step="0.05" value={counterSize.value} onInput={(e) => { counterSize.value = Number(e.currentTarget.value); }} /></label>
      <p class="quiet">Hold <kbd>H</kbd> to look under them.</p>
      {nations.length > 0 && <ul class="legend">{nations.map((n) => <li key={n.name}><span class="swatch" style={{ background: n.fill, borderColor: n.ink }} />{n.name}</li>)}</ul>}
      {legend.length > 0 && <><h3>Legend</h3><ul class="legend">{legend.map((x) => <li key={x.legend}><span class="swatch" style={{ background: x.fill || "transparent", borderColor: x.stroke || x.fill || "transparent", borderStyle: x.dash?.length ? "dashed" : "solid" }} />{x.legend}</li>)}</ul></>}
      <h3>View</h3>
      <div class="buttons">
        <button type="button" onClick={() => s.map?.zoomBy(1.4)}>Zoom in</button>
        <button type="button" onClick={() => s.map?.zoomBy(1 / 1.4)}>Zoom out</button>
        <button type="button" onClick={() => s.map?.fit()}>Whole map</button>
        <button type="button" aria-pressed={showMinimap.value} onClick={() => (showMinimap.value = !showMinimap.value)}>Small map</button>
        <button type="button" onClick={nextTheme}>{theme.value === "dark" ? "Light" : "Dark"} theme</button>
        <button type="button" aria-pressed={motionChoice.value} onClick={() => (motionChoice.value = !motionChoice.value)}>Moving counters</button>
        <button type="button" aria-pressed={trailsShown.value} onClick={() => { trailsShown.value = !trailsShown.value; }}>Arrows of the last turn</button>
        <button type="button" aria-pressed={soundsOn.value} onClick={() => (soundsOn.value = !soundsOn.value)}>Sounds</button>
        <button type="button" aria-pressed={diceShown.value} onClick={() => (diceShown.value = !diceShown.value)}>Falling dice</button>
      </div>
    </div>
  );
}

export function TimePanel({ s }: { s: Session }): JSX.Element {
  const st = s.state.value, r = s.replay.value, info = s.info.value;
  const [luck, setLuck] = useState<Luck | null>(null);
  const steps = st?.steps ?? 0;
  const at = r?.step.n ?? steps;
  const seats = info && (info.practice || info.over) ? [...(s.game.value?.seats ?? []), "public"] : st ? [...new Set([st.seat, "public"])] : [];
  const analyse = async (): Promise<void> => {
    const id = await branch(s);
    if (id) { toast("This is an analysis board of its own; the game is untouched.", "good"); go(`/table/${id}`); }
  };
  return (
    <div class="time">
      <h3>Looking back</h3>
      <label class="range">Step {at} of {steps}
        <input type="range" data-testid="scrubber" min="0" max={steps} value={at} aria-valuetext={`Step ${at} of ${steps}`} onInput={(e) => void goTo(s, Number(e.currentTarget.value), undefined, false)} />
      </label>
      {!r && <TrackButtons s={s} />}
      <label class="check"><input type="checkbox" checked={followTurns.value} onChange={(e) => (followTurns.value = e.currentTarget.checked)} /> Play what others do step by step</label>
      {seats.length > 1 && (
        <label>Seen by <select value={r?.seat ?? st?.seat} onChange={(e) => void goTo(s, at, e.currentTarget.value)}>{seats.map((x) => <option key={x} value={x}>{titled(x)}</option>)}</select></label>
      )}
      <div class="buttons">
        <button type="button" onClick={() => void sinceMine(s)}>Since my last action</button>
        <button type="button" onClick={() => void analyse()}>Analysis board from here</button>
      </div>
      <ReplayOutlook s={s} />
      <h3>Luck so far</h3>
      <div class="buttons"><button type="button" onClick={() => void s.luck().then(setLuck)}>Work it out</button></div>
      {luck && (
        <>
          <p>{luck.text}</p>
          {luck.rows.length > 0 && (
            <table class="chart"><thead><tr><th scope="col">Dice</th><th scope="col">Rolls</th><th scope="col">Shown</th><th scope="col">Expected</th></tr></thead>
              <tbody>{luck.rows.map((x) => <tr key={x.label}><th scope="row">{x.label}</th><td>{x.rolls}</td><td>{x.rolled}</td><td>{x.expected.toFixed(1)}</td></tr>)}</tbody></table>
          )}
        </>
      )}
      <h3>Keep</h3>
      <p class="buttons">
        <a class="button" href={`/api/tables/${s.id}/record?seat=${encodeURIComponent(st?.seat ?? "")}`} download>Record</a>
        <button type="button" data-testid="copy-picture" onClick={() => void copyPicture(s)}>Copy a picture of the board</button>
        <a class="button" href={`/api/tables/${s.id}/position?seat=${encodeURIComponent(st?.seat ?? "")}`} download>Position</a>
      </p>
      <p class="quiet">A record can be replayed, audited and imported; a position is text, as FEN is for chess.</p>
    </div>
  );
}

export function HelpPanel({ s }: { s: Session }): JSX.Element {
  const orders = s.book.value?.orders ?? [];
  const given = s.state.value?.orders ?? [];
  return (
    <div class="help">
      <h3>Advice</h3>
      {s.game.value?.hints ? (
        <>
          <div class="buttons"><button type="button" data-testid="hint" disabled={!s.state.value?.decision} onClick={() => void s.hint()}>What would the bot do?</button></div>
          <Advice s={s} />
          <label class="check"><input type="checkbox" data-testid="coach-on" checked={coachOn.value} onChange={(e) => (coachOn.value = e.currentTarget.checked)} /> A coach says at every decision what good players do</label>
        </>
      ) : <p class="quiet">This game has no bot to ask.</p>}
      {orders.length > 0 && (
        <>
          <h3>Standing orders</h3>
          <p class="quiet">{s.chair.value === "open" ? "Private: look in private to give them." : "Private, and followed at once."}</p>
          {s.chair.value !== "open" && orders.map((o) => (
            <label key={o.id} class="check"><input type="checkbox" checked={given.includes(o.id)} onChange={(e) => void s.order(o.id, e.currentTarget.checked)} /> <span>{o.text}{o.until === "turn" && <span class="quiet"> (this turn)</span>}</span> <RuleChip id={o.rule ?? ""} find={(id) => s.ruleCase(id)} /></label>
          ))}
        </>
      )}
      {isSilenced(s) && <div class="buttons"><button type="button" data-testid="ask-again" title="You have said that it should not" onClick={() => askAgain(s)}>Ask again before something is wasted</button></div>}
      <h3>Keys</h3>
      <dl class="keys">
        {KEYS.map(([k, what]) => <div key={k}><dt>{k.split(" ").map((x) => <kbd key={x}>{x}</kbd>)}</dt><dd>{what}</dd></div>)}
      </dl>
      {s.book.value?.about && <p><a href={`/about/${s.info.value?.game}`} onClick={(e) => { e.preventDefault(); go(`/about/${s.info.value?.game}`); }}>About this game and where its data come from</a></p>}
    </div>
  );
}

export const KEYS: [string, string][] = [
  ["/", "Command palette: type an order or a name"], ["M", "To the map"], ["← ↑ → ↓", "Move the cursor on the map"], ["Enter", "Choose what is under the cursor, or do what is put together"],
  ["Shift click", "On a unit: begin a stack that moves together. On a goal: name the way, place by place; on the cursor Shift and Enter"],
  ["F", "Fan out the stack under the cursor"], ["Tab", "To the next choice"], ["Esc", "Back"], ["U", "Undo"], ["Shift U", "Redo"], ["D", "Done with a draft"],
  ["+ −", "Zoom"], ["0", "Whole map; again: with the boxes beside it"], ["Shift ←", "Pan"], ["H", "Look under the counters"], ["[ ]", "Counter size"], ["N", "Next unit that can be chosen"], ["1 … 9", "The first nine choices of the list"], ["A", "All units of the place go along with the chosen one"], ["Y", "Put together what you did when this was asked before"], ["S", "The units under the cursor stay: they are not asked about in this phase"], ["L R C", "Log, rules, charts"], ["T", "Time"], [", .", "In playback: one step back, one step on"], ["Space", "In playback: pause, play"], ["?", "This list"],
];
