/** The table: map, decision, sequence of play, numbers, panels. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { JSX } from "preact";
import type { LogEntry } from "../protocol";
import { Session, type Tab } from "../session";
import type { NumberShown } from "../show";
import { counterSize, go, nextTheme, panelOpen, sheetHeight, theme } from "../store";
import { goTo, leaveReplay, pause } from "../time";
import { whyNot } from "../why";
import { AnalysisPanel } from "./analysis";
import { Die, Live, RuleChip, Tabs, Toasts } from "./bits";
import { Coach } from "./coach";
import { DecisionPanel } from "./decision";
import { EndQuestion } from "./ends";
import { LessonBox } from "./lesson";
import { LookBox } from "./look";
import { MapBox, nextLit } from "./mapbox";
import { Palette } from "./palette";
import { ChartsPanel, HelpPanel, LogPanel, MapPanel, RulesPanel, TimePanel } from "./panels";
import { NotesPanel } from "./notes";
import { PagesPanel } from "./pages";
import { ResultPage } from "./result";
import { RosterPanel } from "./roster";
import { DecisionBar, Grip } from "./sheet";
import { TrackBar, usePlayback } from "./track";
import { again } from "../again";
import { chooseNumber } from "./keys";
import { allHere, stayHere } from "./units";

const TABS: readonly { id: Tab; title: string; hint: string }[] = [
  { id: "log", title: "Log", hint: "L" }, { id: "rules", title: "Rules", hint: "R" }, { id: "charts", title: "Charts", hint: "C" },
  { id: "map", title: "Map", hint: "O" }, { id: "units", title: "Units", hint: "All units" }, { id: "pages", title: "", hint: "" }, { id: "notes", title: "Notes", hint: "Your own notes" }, { id: "time", title: "Time", hint: "T" }, { id: "analysis", title: "Worth", hint: "Analysis: what the options are worth" }, { id: "help", title: "Help", hint: "?" },
];

/** The tabs; that of the game's own pages is called as the first of them, and is not there where there are none. */
function tabsOf(s: Session): typeof TABS {
  const page = s.book.value?.pages?.[0];
  return TABS.flatMap((t) => (t.id !== "pages" ? [t] : page ? [{ ...t, title: page.title, hint: page.title }] : []));
}

export function TablePage({ id }: { id: string }): JSX.Element {
  const s = useMemo(() => new Session(id), [id]);
  useEffect(() => () => s.close(), [s]);
  useEffect(() => {
    (window as unknown as { grognard: Session }).grognard = s;
    const down = (e: KeyboardEvent): void => onKey(s, e);
    const up = (e: KeyboardEvent): void => { if (e.key.toLowerCase() === "h") s.peeking.value = false; };
    document.addEventListener("keydown", down);
    document.addEventListener("keyup", up);
    return () => { document.removeEventListener("keydown", down); document.removeEventListener("keyup", up); };
  }, [s]);
  const mine = !!s.state.value?.decision;
  useEffect(() => { document.title = s.game.value ? `${mine ? "● " : ""}${s.game.value.title} · Grognard` : "Grognard"; }, [s.game.value, mine]);
  usePlayback(s);
  if (s.gone.value) return <Gone text={s.gone.value} />;
  if (s.fault.value) return <Fault s={s} />;
  return (
    <div class={panelOpen.value ? "table" : "table wide"}>
      <Header s={s} />
      <Sequence s={s} />
      <main class="stage" aria-label="Map">
        <MapBox s={s} />
        <LookBox s={s} />
        <Fallen s={s} />
        <TrackBar s={s} />
        <LineNotice s={s} />
      </main>
      <aside class={s.sheet.value ? "side open" : "side"} style={{ "--sheet": `${sheetHeight.value}dvh` }} aria-label="Decision and books">
        <LessonBox s={s} />
        <DecisionPanel s={s} />
        <Coach s={s} />
        <DecisionBar s={s} />
        <div class="books">
          <Grip s={s} />
          <Tabs tabs={tabsOf(s)} now={s.tab.value} pick={(t) => { s.sheet.value = s.tab.value !== t || !s.sheet.value; s.tab.value = t; }} label="Books" />
          <div class="panel" role="tabpanel" id={`panel-${s.tab.value}`} aria-labelledby={`tab-${s.tab.value}`}>
            {s.tab.value === "log" && <LogPanel s={s} />}
            {s.tab.value === "rules" && <RulesPanel s={s} />}
            {s.tab.value === "charts" && <ChartsPanel s={s} />}
            {s.tab.value === "map" && <MapPanel s={s} />}
            {s.tab.value === "units" && <RosterPanel s={s} />}
            {s.tab.value === "pages" && <PagesPanel s={s} />}
            {s.tab.value === "notes" && <NotesPanel s={s} />}
            {s.tab.value === "time" && <TimePanel s={s} />}
            {s.tab.value === "analysis" && <AnalysisPanel s={s} />}
            {s.tab.value === "help" && <HelpPanel s={s} />}
          </div>
        </div>
      </aside>
      {s.palette.value && <Palette s={s} />}
      {s.theEnd.value && !s.replay.value && s.state.value?.result && <ResultPage s={s} onClose={() => (s.theEnd.value = false)} />}
      <EndQuestion s={s} />
      <Toasts find={(rule) => s.ruleCase(rule)} />
      <Live />
    </div>
  );
}

function Header({ s }: { s: Session }): JSX.Element {
  const scene = s.scene.value;
  const info = s.info.value;
  return (
    <header class="top">
      <a class="home" href="/" aria-label="Home" onClick={(e) => { e.preventDefault(); go("/"); }}><img src="/assets/icon.svg" alt="" width="26" height="26" /></a>
      <div class="title"><h1>{s.game.value?.title ?? "Grognard"}</h1><span class="quiet">{scene?.clock || info?.scenarioTitle}{info?.kind === "analysis" ? " · analysis" : info?.practice ? " · practice" : ""}</span></div>
      <ul class="numbers" aria-label="Numbers" tabIndex={0} ref={fades}>{(scene?.numbers ?? []).map((n) => <NumberBox key={n.id} n={n} s={s} />)}</ul>
      <div class="tools">
        <button type="button" onClick={() => (s.palette.value = true)} aria-label="Command palette" title="Command palette (/)">⌕ <kbd>/</kbd></button>
        <button type="button" onClick={nextTheme} aria-label={theme.value === "dark" ? "Light theme" : "Dark theme"} title="Light or dark">{theme.value === "dark" ? "☀" : "☾"}</button>
        <button type="button" class="only-wide" aria-pressed={panelOpen.value} aria-label="Side panel" title="Side panel" onClick={() => (panelOpen.value = !panelOpen.value)}>▥</button>
      </div>
    </header>
  );
}

/** A row that is longer than the page is set closer, and fades where it goes on. */
function fades(row: HTMLElement | null): void {
  if (!row || row.dataset["fades"]) return;
  row.dataset["fades"] = "yes";
  const look = (): void => {
    row.classList.remove("close");
    row.classList.toggle("close", row.scrollWidth > row.clientWidth + 1);
    row.classList.toggle("before", row.scrollLeft > 2);
    row.classList.toggle("after", row.scrollLeft + row.clientWidth < row.scrollWidth - 2);
  };
  row.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(row);
  new MutationObserver(look).observe(row, { childList: true, subtree: true, characterData: true });
  look();
}

function NumberBox({ n, s }: { n: NumberShown; s: Session }): JSX.Element {
  const colour = n.side ? s.board.value?.colours?.[n.side] : undefined;
  return (
    <li class="number" title={s.cards.value.get(n.text ?? "")?.text ?? s.ruleCase(n.rule ?? "")?.title ?? n.label} style={colour ? { borderTopColor: colour.fill } : {}}>
      <span class="label">{n.label}</span>
      <span class="value">{n.text || n.value}{n.most != null && !n.text && <small>/{n.most}</small>}</span>
    </li>
  );
}

function Sequence({ s }: { s: Session }): JSX.Element | null {
  const items = s.replay.value?.step.sequence ?? s.state.value?.sequence ?? [];
  const now = useRef<HTMLLIElement>(null);
  const key = items.filter((i) => i.now).map((i) => i.id).join();
  useEffect(() => {
    const el = now.current, box = el?.parentElement;
    if (el && box) box.scrollTo({ left: el.offsetLeft - box.clientWidth / 2 + el.clientWidth / 2 });
  }, [key]);
  if (!items.length) return null;
  return (
    <nav class="sequence" aria-label="Sequence of play">
      <ol tabIndex={0} ref={fades}>
        {items.map((i) => (
          <li key={i.id} class={`level-${i.level ?? 0}${i.now ? " now" : ""}`} aria-current={i.now ? "step" : undefined} ref={i.now ? now : undefined}>
            {i.title} {i.rule && i.now ? <RuleChip id={i.rule} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} /> : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Dice fall on the table, those of both sides beside each other, and go away by themselves or with a click. */
function Fallen({ s }: { s: Session }): JSX.Element | null {
  const rolls = s.dice.value;
  if (!rolls.length) return null;
  return (
    <button type="button" class={`fallen${low(s, rolls) ? " low" : ""}`} key={rolls[0]!.n} onClick={() => (s.dice.value = [])} title="Dismiss the dice">
      {rolls.map((e) => {
        const { head, total, rest, result } = told(e);
        return (
          <span class="roll" key={e.n}>
            {rolls.length > 1 && <b>{head}</b>}
            <span class="dice-big">{e.dice!.slice(0, 12).map((d, i) => <Die key={i} value={d} sides={e.sides ?? 6} falling turn={i} />)}{rolls.length > 1 && total && <span class="total">= {total}</span>}</span>
            <span class="fallen-text">{rolls.length > 1 ? rest : e.text}</span>
            {rolls.length > 1 && result && <b class="outcome">{result}</b>}
          </span>
        );
      })}
    </button>
  );
}

/** A roll's line in parts: whose it is, what went into it, what it comes to, and what that means. */
function told(e: LogEntry): { head: string; total: string; rest: string; result: string } {
  if (e.label === undefined) return { head: "", total: "", rest: e.text, result: "" };
  const counted = (e.modifiers ?? []).filter((m) => m.value).map((m) => `${m.value > 0 ? "+" : "−"}${Math.abs(m.value)} ${m.reason}`).join(", ");
  const total = e.modifiers?.length && e.total != null ? String(e.total) : "", result = e.result ?? "";
  if (total) return { head: e.label, total, rest: counted, result };
  return { head: e.label, total, rest: [counted, result && `${result}.`].filter(Boolean).join("; "), result: "" };
}

/** Dice lie where the fight is not. */
function low(s: Session, rolls: readonly LogEntry[]): boolean {
  const map = s.map;
  const at = rolls.flatMap((e) => e.places ?? []).map((id) => map?.index.places.get(id)?.anchor).find((a) => a !== undefined);
  return !!map && !!at && map.toScreen(at[0], at[1])[1] < map.top.clientHeight * 0.4;
}

function LineNotice({ s }: { s: Session }): JSX.Element | null {
  if (s.line.value !== "lost") return null;
  return <div class="line-lost" role="alert" data-testid="line-lost"><span class="spinner" aria-hidden="true" /> The connection to the server is lost. Trying again; nothing is lost meanwhile.</div>;
}

function Gone({ text }: { text: string }): JSX.Element {
  return <main class="page narrow"><h1>This table cannot be opened</h1><p>{text}</p><p><a href="/" class="button primary" onClick={(e) => { e.preventDefault(); go("/"); }}>Home</a></p></main>;
}

function Fault({ s }: { s: Session }): JSX.Element {
  return (
    <main class="page narrow" data-testid="fault">
      <h1>The game failed inside</h1>
      <p>{s.fault.value}</p>
      <p>The saved game is untouched: it stands as it was before the last action. Please attach the record to a report, so that the fault can be found.</p>
      <p class="buttons"><a class="button primary" href={`/api/tables/${s.id}/record?seat=${encodeURIComponent(s.state.value?.seat ?? "")}`} download>Save the record</a><button type="button" onClick={() => (s.fault.value = "")}>Back to the table</button><a class="button" href="/" onClick={(e) => { e.preventDefault(); go("/"); }}>Home</a></p>
    </main>
  );
}

// ------------------------------------------------------------------------------------------------ the keyboard

function onKey(s: Session, e: KeyboardEvent): void {
  const target = e.target as HTMLElement;
  if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "k") { e.preventDefault(); s.palette.value = true; return; }
  if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z") { e.preventDefault(); void (e.shiftKey ? s.redo() : s.undo()); return; }
  if (e.ctrlKey || e.metaKey || e.altKey || s.palette.value || s.ending.value || (s.theEnd.value && !s.replay.value)) return;
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && (target as HTMLInputElement).type !== "range";
  if (typing && e.key !== "Escape") return;
  const open = (tab: Tab): void => { s.tab.value = tab; s.sheet.value = true; };
  const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
  if (key === "Escape") {
    if (s.replay.value && !s.picking.value) leaveReplay(s);
    else if (s.dice.value.length) s.dice.value = [];
    else if (s.ruler.value) s.ruler.value = null;
    else if (s.overlayAsk.value || (s.overlay.value && !s.prefix.value)) void s.showOverlay("");
    else if (s.prefix.value || s.picking.value || s.refused.value || s.map?.isFanned) s.back();
    else s.sheet.value = false;
  } else if (s.replay.value && (key === "," || key === ".")) void goTo(s, Math.max(0, Math.min(s.state.value?.steps ?? 0, s.replay.value.step.n + (key === "." ? 1 : -1))), undefined, false);
  else if (s.replay.value && key === " " && target.tagName !== "BUTTON") { e.preventDefault(); pause(s, !s.replay.value.playing); }
  else if (key === "/") { e.preventDefault(); s.palette.value = true; }
  else if (key === "?") open("help");
  else if (key === "u") void (e.shiftKey ? s.redo() : s.undo());
  else if (key === "m") { e.preventDefault(); s.map?.top.focus(); }
  else if (key === "n") nextLit(s, e.shiftKey ? -1 : 1);
  else if (/^[1-9]$/.test(key)) { if (chooseNumber(Number(key))) e.preventDefault(); }
  else if (key === "s") stayHere(s);
  else if (key === "a") allHere(s);
  else if (key === "y") void again(s);
  else if (key === "l") open("log");
  else if (key === "r") open("rules");
  else if (key === "c") open("charts");
  else if (key === "o") open("map");
  else if (key === "t") open("time");
  else if (key === "h") s.peeking.value = true;
  else if (key === "f") { const id = s.cursor.value ?? s.hover.value?.place?.id; if (id) s.map?.openFan(s.map.stacksAt(id).find((x) => x.pieces.length > 1)); }
  else if (key === "0") s.map?.fit();
  else if (key === "+" || key === "=") s.map?.zoomBy(1.3);
  else if (key === "-" || key === "−") s.map?.zoomBy(1 / 1.3);
  else if (key === "[" || key === "]") { counterSize.value = Math.max(0.5, Math.min(2, counterSize.value + (key === "]" ? 0.1 : -0.1))); }
  else if (key === "d") { const done = s.choices.value.find((c) => c.action === "done"); if (done) void s.choose(done); else if (s.state.value?.decision?.draft) void whyNot(s, ["done"], "The draft is not complete."); }
  else if (key === "Enter" && s.playable.value && target.tagName !== "BUTTON" && target.tagName !== "A") { e.preventDefault(); void s.play(s.prefix.value); }
}
