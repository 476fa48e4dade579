/** Home: what to play, what to go on with, and how to set up a game. */
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { type Box, BoardIndex } from "../map/geometry";
import { Ground } from "../map/ground";
import { drawLabels, layLabels } from "../map/labels";
import { call, Refused } from "../net";
import { packs } from "../packs";
import { botName, firstOpponent, isReading, whoPlays } from "../homely";
import type { GameInfo, Home, TableInfo } from "../protocol";
import type { About, Board, Option } from "../show";
import { go, nextTheme, theme, toast } from "../store";
import { Dialog, Live, Toasts } from "./bits";
import { titled } from "./decision";

const home = signal<Home | null>(null);
const failed = signal("");

async function load(): Promise<void> {
  try {
    home.value = await call<Home>("/api/home");
    failed.value = "";
  } catch (e) {
    failed.value = e instanceof Error ? e.message : String(e);
  }
}

const complain = (e: unknown): void => toast(e instanceof Refused ? e.message : String(e), "bad", {}, 12_000);

export function HomePage(): JSX.Element {
  const [setup, setSetup] = useState<GameInfo | null>(null);
  useEffect(() => { document.title = "Grognard"; void load(); }, []);
  const h = home.value;
  return (
    <div class="page home">
      <header class="masthead">
        <div><h1>Grognard</h1><p>Board wargames of the war in the West, with every rule enforced and explained.</p></div>
        <div class="tools"><ImportButton /><button type="button" aria-label={theme.value === "dark" ? "Light theme" : "Dark theme"} onClick={nextTheme}>{theme.value === "dark" ? "☀" : "☾"}</button></div>
      </header>
      <main>
        {failed.value && <p class="refusal" role="alert">{failed.value} <button type="button" onClick={() => void load()}>Try again</button></p>}
        {h && h.tables.length > 0 && <Continue tables={h.tables} games={h.games} />}
        <section aria-labelledby="games-head">
          <h2 id="games-head">Games</h2>
          {h && !h.games.length && <p class="quiet">No games are installed.</p>}
          <ul class="games">{(h?.games ?? []).map((g) => <GameCard key={g.id} g={g} start={() => setSetup(g)} />)}</ul>
        </section>
      </main>
      <footer class="quiet">{h && `Grognard ${h.version}`} · everything stays on this machine</footer>
      {setup && <NewGame g={setup} onClose={() => setSetup(null)} />}
      <Toasts /><Live />
    </div>
  );
}

function GameCard({ g, start }: { g: GameInfo; start: () => void }): JSX.Element {
  const lesson = async (id: string): Promise<void> => {
    try { go(`/table/${(await call<{ id: string }>("/api/tables", { method: "POST", body: { game: g.id, lesson: id } })).id}`); } catch (e) { complain(e); }
  };
  if (g.broken) return <li class="card"><div class="card-body"><h3>{g.title}</h3><p class="refusal">This game cannot be loaded. {g.broken}</p></div></li>;
  return (
    <li class="card">
      <Thumb game={g.id} title={g.title} />
      <div class="card-body">
        <h3>{g.title}</h3>
        <p>{g.text}</p>
        <p class="quiet">{g.seats.length === 1 ? "Solitaire" : `${g.seats.map(titled).join(" against ")}`} · {g.scenarios.length === 1 ? "1 scenario" : `${g.scenarios.length} scenarios`}{!g.hints && g.seats.length > 1 && <b data-testid={`no-opponents-${g.id}`}> · no opponents yet</b>}</p>
        <div class="buttons">
          <button type="button" class="primary" data-testid={`new-${g.id}`} onClick={start}>New game</button>
          {Object.entries(g.lessons).map(([id, title], i) => <button key={id} type="button" data-testid={i ? `lesson-${g.id}-${id}` : `lesson-${g.id}`} title={title} onClick={() => void lesson(id)}>{i ? `Lesson ${i + 1}` : "Guided first turn"}</button>)}
          <a class="button" href={`/about/${g.id}`} onClick={(e) => { e.preventDefault(); go(`/about/${g.id}`); }}>About</a>
        </div>
      </div>
    </li>
  );
}

/** The names that are drawn on the picture of a map. */
const LARGE = new Set(["country", "region", "water"]);

const boards = new Map<string, Promise<Board>>();

/** A picture of the map, drawn from the same data as the table's. */
function Thumb({ game, title }: { game: string; title: string }): JSX.Element {
  const ref = useRef<HTMLCanvasElement>(null);
  const mode = theme.value;
  useEffect(() => {
    let alive = true;
    if (!boards.has(game)) boards.set(game, call<Board>(`/api/games/${game}/board`));
    void boards.get(game)!.then((board) => {
      if (!alive || !ref.current) return;
      const images = (board.pictures ?? []).map((p) => new Promise<{ image: HTMLImageElement; p: typeof p } | null>((done) => {
        const image = new Image();
        image.onload = () => done({ image, p });
        image.onerror = () => done(null);
        image.src = `/api/games/${game}/files/${p.file}`;
      }));
      void Promise.all(images).then((loaded) => {
        const canvas = ref.current;
        if (!alive || !canvas) return;
        const index = new BoardIndex(board), ground = new Ground(index);
        for (const x of loaded) if (x) ground.pictures.push({ image: x.image, box: { x0: x.p.x, y0: x.p.y, x1: x.p.x + x.p.width, y1: x.p.y + x.p.height }, opacity: x.p.opacity ?? 1 });
        const map = board.surfaces.find((s) => s.kind === "map");
        const area = map ? { x0: map.x, y0: map.y, x1: map.x + map.width, y1: map.y + map.height } : index.box;
        const w = 720, h = 450, k = Math.max(w / (area.x1 - area.x0), h / (area.y1 - area.y0));
        canvas.width = w;
        canvas.height = h;
        const c = canvas.getContext("2d")!;
        const x0 = (area.x0 + area.x1) / 2 - w / 2 / k, y0 = (area.y0 + area.y1) / 2 - h / 2 / k;
        const box = { x0, y0, x1: x0 + w / k, y1: y0 + h / k };
        c.setTransform(k, 0, 0, k, -x0 * k, -y0 * k);
        ground.draw(c, box, k, mode);
        // A small picture has no room for small names, nor for halves of large ones.
        const names = (board.labels ?? []).filter((l) => l.size * k >= 14 && LARGE.has(l.style ?? "note")).map((l) => ({ ...l, priority: (l.priority ?? 0) + 1 }));
        const whole = ({ text }: { text: Box }): boolean => text.x0 > box.x0 && text.y0 > box.y0 && text.x1 < box.x1 && text.y1 < box.y1;
        drawLabels(c, layLabels(names, k).filter(whole), box, mode);
      });
    }).catch(() => undefined);
    return () => { alive = false; };
  }, [game, mode]);
  return <canvas class="thumb" ref={ref} width="720" height="450" role="img" aria-label={`The map of ${title}`} />;
}

function Continue({ tables, games }: { tables: TableInfo[]; games: GameInfo[] }): JSX.Element {
  const [all, setAll] = useState(false);
  const name = (id: string): string => games.find((g) => g.id === id)?.title ?? id;
  const remove = async (t: TableInfo): Promise<void> => {
    if (!window.confirm(`Remove this game of ${name(t.game)} for good?`)) return;
    try { await call(`/api/tables/${t.id}`, { method: "DELETE" }); await load(); } catch (e) { complain(e); }
  };
  const rename = async (t: TableInfo): Promise<void> => {
    const wanted = window.prompt("A name of your own for this game", t.name ?? "");
    if (wanted === null) return;
    try { await call(`/api/tables/${t.id}/name`, { method: "PUT", body: { name: wanted } }); await load(); } catch (e) { complain(e); }
  };
  const shown = all ? tables : tables.slice(0, 4);
  return (
    <section aria-labelledby="continue-head">
      <h2 id="continue-head">Continue</h2>
      <ul class="continue">
        {shown.map((t) => (
          <li key={t.id}>
            <a href={`/table/${t.id}`} onClick={(e) => { e.preventDefault(); go(`/table/${t.id}`); }}>
              <b>{t.name || name(t.game)}</b><time class="quiet" dateTime={t.updated}>{when(t.updated)}</time>
              <span class="scenario">{t.name ? `${name(t.game)} · ` : ""}{t.scenarioTitle}</span>
              {t.kind === "game" && <span class="whom">{whoPlays(t)}</span>}
              <span class="quiet">{t.broken ? `cannot be opened: ${t.broken}` : [t.kind === "game" ? (t.practice ? "practice" : "") : t.kind, t.clock, t.over ? (t.winner ? `${titled(t.winner)} won` : t.level ? titled(t.level) : "finished") : t.turn.length ? `${t.turn.map(titled).join(" and ")} to decide` : ""].filter(Boolean).join(" · ")}</span>
            </a>
            <button type="button" class="icon" data-testid="rename" aria-label={`Name ${name(t.game)}, ${t.scenarioTitle}`} title="A name of your own" onClick={() => void rename(t)}>✎</button>
            <button type="button" class="icon" aria-label={`Remove ${name(t.game)}, ${t.scenarioTitle}`} onClick={() => void remove(t)}>✕</button>
          </li>
        ))}
      </ul>
      {tables.length > 4 && <button type="button" class="link" onClick={() => setAll(!all)}>{all ? "Fewer" : `All ${tables.length}`}</button>}
    </section>
  );
}

function when(text: string): string {
  const date = new Date(text), today = new Date();
  const time = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return date.toDateString() === today.toDateString() ? time : `${date.toLocaleDateString()} ${time}`;
}

function ImportButton(): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [error, setError] = useState("");
  const send = async (content: string): Promise<void> => {
    try {
      const got = await call<{ id: string; note?: string }>("/api/import", { method: "POST", text: content });
      if (got.note) toast(got.note, "plain", {}, 12_000);
      go(`/table/${got.id}`);
    } catch (e) {
      setError(e instanceof Error ? e.message : String(e));
    }
  };
  return (
    <>
      <button type="button" data-testid="import" onClick={() => { setOpen(true); setError(""); }}>Import…</button>
      {open && (
        <Dialog title="Import a record or a position" onClose={() => setOpen(false)}>
          <p>Choose a file that Grognard has written, or paste a position.</p>
          <input ref={input} type="file" aria-label="File" accept=".json,.toml,.txt,application/json" onChange={(e) => { const f = e.currentTarget.files?.[0]; if (f) void f.text().then(send); }} />
          <textarea rows={8} aria-label="Position or record" placeholder={'game = "…"'} value={text} onInput={(e) => setText(e.currentTarget.value)} />
          {error && <p class="refusal" role="alert" data-testid="import-error">{error}</p>}
          <div class="buttons"><button type="button" class="primary" disabled={!text.trim()} onClick={() => void send(text)}>Open</button></div>
        </Dialog>
      )}
    </>
  );
}

function NewGame({ g, onClose }: { g: GameInfo; onClose: () => void }): JSX.Element {
  const [scenario, setScenario] = useState(g.scenarios[0]?.id ?? "");
  const [options, setOptions] = useState<Record<string, boolean | string>>(() => Object.fromEntries(g.options.map((o) => [o.id, o.values?.length ? o.values[0]! : (o.default ?? false)])));
  const [who, setWho] = useState<Record<string, string>>(() => Object.fromEntries(g.seats.map((x, i) => [x, i === 0 ? "me" : firstOpponent(g, home.value?.tables ?? [])])));
  const [practice, setPractice] = useState(false);
  const mine = packs.value[g.id] ?? {}, [own, setOwn] = useState(false);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const shown = g.scenarios.find((x) => x.id === scenario);
  const fits = g.options.filter((o) => !o.scenarios?.length || o.scenarios.includes(scenario));
  const people = g.seats.filter((x) => who[x] === "me" || who[x] === "hotseat").length;
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      const chosen = Object.fromEntries(fits.map((o) => [o.id, options[o.id] ?? false]));
      const got = await call<{ id: string }>("/api/tables", { method: "POST", body: { game: g.id, scenario, options: chosen, who, practice, ...(own ? { pack: { game: g.id, ...mine } } : {}) } });
      go(`/table/${got.id}`);
    } catch (e) {
      setError(e instanceof Error ? e.message : String(e));
      setBusy(false);
    }
  };
  const option = (o: Option): JSX.Element => (
    <div class="option" key={o.id}>
      {o.values?.length
        ? <label>{o.title} <select value={String(options[o.id])} onChange={(e) => setOptions({ ...options, [o.id]: e.currentTarget.value })}>{o.values.map((v) => <option key={v}>{v}</option>)}</select></label>
        : <label class="check"><input type="checkbox" checked={options[o.id] === true} onChange={(e) => setOptions({ ...options, [o.id]: e.currentTarget.checked })} /> {o.title}</label>}
      {o.text && <p class="quiet">{o.text}{o.rule && ` (${o.rule})`}</p>}
    </div>
  );
  return (
    <Dialog title={g.title} onClose={onClose} wide>
      <form class="setup" onSubmit={(e) => { e.preventDefault(); void start(); }}>
        <fieldset>
          <legend>Scenario</legend>
          {g.scenarios.map((x) => <label class="check" key={x.id}><input type="radio" name="scenario" value={x.id} checked={x.id === scenario} onChange={() => setScenario(x.id)} /> {x.title}</label>)}
          {shown?.text && <p class="quiet">{shown.text}</p>}
        </fieldset>
        <fieldset>
          <legend>Who plays</legend>
          {g.seats.map((seat) => (
            <label class="seat-row" key={seat}><span>{titled(seat)}</span>
              <select aria-label={titled(seat)} value={who[seat]} onChange={(e) => setWho({ ...who, [seat]: e.currentTarget.value })}>
                <option value="me">Me</option>
                {g.seats.length > 1 && <option value="hotseat">Another person, at this screen</option>}
                {g.bots.map((b) => <option key={b} value={`bot:${b}`}>{botName(b)}</option>)}
              </select>
            </label>
          ))}
          {people > 1 && !practice && <p class="quiet">Two people at one screen: both look on, and whoever decides in secret takes it for himself.</p>}
          {people === 0 && <p class="quiet">Bots play each other; you look on.</p>}
        </fieldset>
        {fits.length > 0 && (
          <fieldset>
            <legend>Options</legend>
            <p class="quiet">None is needed: leave them for a first game.</p>
            {fits.filter((o) => !isReading(o)).map(option)}
            {fits.some(isReading) && (
              <details class="readings" data-testid="readings">
                <summary>Readings of unclear rules ({fits.filter(isReading).length})</summary>
                <p class="quiet">Where the rulebook can be read in two ways, the game takes the one that its rulings give; here the other can be had.</p>
                {fits.filter(isReading).map(option)}
              </details>
            )}
          </fieldset>
        )}
        <fieldset>
          <legend>Kind of table</legend>
          {Object.keys(mine).length > 0 && <label class="check"><input type="checkbox" data-testid="own-values" checked={own} onChange={(e) => setOwn(e.currentTarget.checked)} /> With the values of your own copy, from the page of its components</label>}
          <label class="check"><input type="checkbox" checked={practice} onChange={(e) => setPractice(e.currentTarget.checked)} /> Practice: everything can be taken back, nothing is secret; marked so in the record</label>
        </fieldset>
        {error && <p class="refusal" role="alert">{error}</p>}
        <div class="buttons"><button type="submit" class="primary big" disabled={busy}>Start</button><button type="button" onClick={onClose}>Cancel</button></div>
      </form>
    </Dialog>
  );
}

export function AboutPage({ game }: { game: string }): JSX.Element {
  const [about, setAbout] = useState<About | null>(null);
  const [error, setError] = useState("");
  useEffect(() => {
    void call<{ about: About }>(`/api/games/${game}/book`).then((b) => { setAbout(b.about); document.title = `About ${b.about.title} · Grognard`; }).catch((e: unknown) => setError(e instanceof Error ? e.message : String(e)));
  }, [game]);
  const total = about ? Object.values(about.sources).reduce((a, b) => a + b, 0) : 0;
  return (
    <div class="page narrow">
      <header class="masthead"><div><h1>{about?.title ?? "About"}</h1></div><div class="tools"><a class="button" href="/" onClick={(e) => { e.preventDefault(); go("/"); }}>Home</a></div></header>
      <main>
        {error && <p class="refusal" role="alert">{error}</p>}
        <Thumb game={game} title={about?.title ?? game} />
        {about && (
          <>
            <p class="lead">{about.text}</p>
            <p><a class="button" href={`/components/${game}`} onClick={(e) => { e.preventDefault(); go(`/components/${game}`); }}>Components: put in the values of your own copy</a></p>
            <h2>Where the data come from</h2>
            <table class="chart sources"><thead><tr><th scope="col">Source</th><th scope="col">Data</th><th scope="col">Share</th></tr></thead><tbody>
              {Object.entries(about.sources).map(([k, n]) => <tr key={k}><th scope="row">{k}</th><td>{n}</td><td class="bar"><span style={{ width: `${(100 * n) / Math.max(1, total)}%` }} /></td></tr>)}
            </tbody></table>
            {(about.notes ?? []).length > 0 && <ul>{about.notes!.map((n) => <li key={n}>{n}</li>)}</ul>}
            {(about.credits ?? []).length > 0 && <><h2>Credits</h2><ul>{about.credits!.map((n) => <li key={n}>{n}</li>)}</ul></>}
          </>
        )}
      </main>
    </div>
  );
}
