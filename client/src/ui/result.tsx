/** The end of a game: how it ended and why, how it went, and what to do next. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../net";
import { savePicture } from "../picture";
import type { Home, Luck, ReplayStep, Summary, TableInfo } from "../protocol";
import { beats, recordsOf } from "../records";
import type { Session } from "../session";
import type { Measured } from "../show";
import { go, toast } from "../store";
import { goTo } from "../time";
import { Dialog, RuleChip } from "./bits";
import { ResultHead, titled } from "./decision";
import { Outlook } from "./outlook";

export function ResultPage({ s, onClose }: { s: Session; onClose: () => void }): JSX.Element | null {
  const st = s.state.value, r = st?.result;
  const [story, setStory] = useState<Summary | null>(null);
  const [luck, setLuck] = useState<Luck | null>(null);
  const [tables, setTables] = useState<TableInfo[]>([]);
  useEffect(() => {
    void s.ask("summary", {}).then(setStory).catch(() => undefined);
    void s.luck().then(setLuck).catch(() => undefined);
    void call<Home>("/api/home").then((h) => setTables(h.tables)).catch(() => undefined);
  }, []);
  if (!st || !r) return null;
  const game = s.game.value, measured = s.book.value?.measured;
  const own = recordsOf(tables, s.info.value?.game ?? "", game?.seats ?? []);
  return (
    <Dialog title="The end" onClose={onClose} wide>
      <div class="the-end" data-testid="the-end">
        <section class="result"><ResultHead r={r} /><p>{r.text} <RuleChip id={r.rule ?? ""} find={(id) => s.ruleCase(id)} /></p></section>
        <Next s={s} onClose={onClose} />
        {measured && <Among measured={measured} score={r.score ?? 0} />}
        {story && <Outlook s={s} story={story} />}
        {story && <Front s={s} story={story} />}
        {story && story.points.length > 0 && <Points s={s} story={story} />}
        {story && story.losses.length > 0 && <Losses story={story} />}
        {luck && luck.rows.length > 0 && (
          <section><h3>Luck against expectation</h3><p>{luck.text}</p>
            <table class="chart"><thead><tr><th scope="col">Dice</th><th scope="col">Rolls</th><th scope="col">Shown</th><th scope="col">Expected</th></tr></thead>
              <tbody>{luck.rows.map((x) => <tr key={x.label}><th scope="row">{x.label}</th><td>{x.rolls}</td><td>{x.rolled}</td><td>{x.expected.toFixed(1)}</td></tr>)}</tbody></table></section>
        )}
        {own.games > 0 && <section><h3>Your own record</h3><p>{own.games === 1 ? "This is your first finished game of it on this machine." : `${own.games} finished games on this machine.`}</p><ul>{own.rows.map((x) => <li key={x.label}><b>{titled(x.label)}</b> {x.value}</li>)}</ul></section>}
      </div>
    </Dialog>
  );
}

function Next({ s, onClose }: { s: Session; onClose: () => void }): JSX.Element {
  const info = s.info.value, seat = encodeURIComponent(s.state.value?.seat ?? "");
  const seats = Object.keys(info?.who ?? {});
  const again = async (swap: boolean): Promise<void> => {
    if (!info) return;
    const who = Object.fromEntries(seats.map((x, i) => [x, info.who[swap ? seats[(i + 1) % seats.length]! : x]!]));
    try {
      const made = await call<{ id: string }>("/api/tables", { method: "POST", body: { game: info.game, scenario: info.scenario, options: info.options, who, practice: info.practice } });
      go(`/table/${made.id}`);
    } catch (e) { toast(e instanceof Error ? e.message : String(e), "bad"); }
  };
  return (
    <div class="buttons">
      <button type="button" class="primary" data-testid="again" onClick={() => void again(false)}>Play again</button>
      {seats.length > 1 && <button type="button" data-testid="swap" onClick={() => void again(true)}>Swap sides</button>}
      <button type="button" data-testid="replay" onClick={() => { onClose(); void goTo(s, 0, undefined, true); }}>Replay</button>
      <a class="button" href={`/api/tables/${s.id}/record?seat=${seat}`} download>Record</a>
      <a class="button" href={`/api/tables/${s.id}/position?seat=${seat}`} download>Position</a>
      <button type="button" onClick={() => void savePicture(s)}>Picture</button>
    </div>
  );
}

/** Where the result lies among the games of the advisor. */
function Among({ measured, score }: { measured: Measured; score: number }): JSX.Element {
  const keys = Object.keys(measured.counts).map(Number), low = Math.min(...keys, score), high = Math.max(...keys, score);
  const most = Math.max(...Object.values(measured.counts)), wide = 100 / (high - low + 1);
  const share = beats(measured, score);
  return (
    <section data-testid="among">
      <h3>Among {measured.games.toLocaleString()} games of the advisor</h3>
      <p>Your {score} is better than {share.toFixed(0)} of every 100 of its games with the usual options.</p>
      <svg class="among" viewBox="0 0 100 26" preserveAspectRatio="none" role="img" aria-label={`The advisor's scores run from ${Math.min(...keys)} to ${Math.max(...keys)}; yours is ${score}.`}>
        {Array.from({ length: high - low + 1 }, (_, i) => {
          const at = low + i, tall = (24 * (measured.counts[String(at)] ?? 0)) / most;
          return <rect key={at} class={at === score ? "mine" : ""} x={i * wide + wide * 0.1} width={wide * 0.8} y={26 - Math.max(tall, at === score ? 2 : 0)} height={Math.max(tall, at === score ? 2 : 0)} />;
        })}
      </svg>
      <p class="quiet among-ends"><span>{low}</span><span>{high}</span></p>
      <p class="source">Measured: {measured.command}</p>
    </section>
  );
}

function Points({ s, story }: { s: Session; story: Summary }): JSX.Element {
  const tracks = [...new Set(story.points.map((p) => p.what))];
  return (
    <section><h3>Points by source</h3>
      {tracks.map((what) => (
        <table class="chart" key={what}><caption>{what}</caption><thead><tr><th scope="col">Source</th><th scope="col">Times</th><th scope="col">Points</th></tr></thead><tbody>
          {story.points.filter((p) => p.what === what).sort((a, b) => Math.abs(b.change) - Math.abs(a.change)).map((p) => <tr key={p.side + p.source + p.rule}><th scope="row">{p.source} <RuleChip id={p.rule} find={(id) => s.ruleCase(id)} /></th><td>{p.times}</td><td>{p.change > 0 ? `+${p.change}` : p.change}</td></tr>)}
        </tbody></table>
      ))}
    </section>
  );
}

function Losses({ story }: { story: Summary }): JSX.Element {
  return (
    <section><h3>Losses</h3>
      <table class="chart"><thead><tr><th scope="col">Side</th><th scope="col">Cause</th><th scope="col">Units lost</th><th scope="col">Steps</th></tr></thead>
        <tbody>{story.losses.map((l) => <tr key={l.side + l.cause}><th scope="row">{titled(l.side)}</th><td>{titled(l.cause)}</td><td>{l.units}</td><td>{l.steps}</td></tr>)}</tbody></table>
    </section>
  );
}

/** The map of the front, turn by turn: every unit as a dot of its colour. */
function Front({ s, story }: { s: Session; story: Summary }): JSX.Element | null {
  const ends = [...story.turns.slice(1).map((t, i) => ({ title: `End of ${story.turns[i]!.title}`, step: t.step - 1 })), { title: "The end", step: s.state.value?.steps ?? 0 }];
  const [at, setAt] = useState(ends.length - 1);
  const ref = useRef<HTMLCanvasElement>(null);
  const known = useRef(new Map<number, ReplayStep>());
  const now = ends[Math.min(at, ends.length - 1)]!;
  useEffect(() => {
    let alive = true;
    const show = (step: ReplayStep): void => { known.current.set(now.step, step); if (alive && ref.current) paintFront(ref.current, s, step); };
    const kept = known.current.get(now.step);
    if (kept) show(kept);
    else void s.ask("at", { n: now.step, seat: s.state.value?.seat ?? "" }).then(show).catch(() => undefined);
    return () => { alive = false; };
  }, [now.step]);
  if (ends.length < 2 || !s.map) return null;
  return (
    <section><h3>The front by turn</h3>
      <canvas class="front" ref={ref} role="img" aria-label={`The board: ${now.title}`} data-testid="front" />
      <label class="range">{now.title}<input type="range" min="0" max={ends.length - 1} value={at} aria-valuetext={now.title} onInput={(e) => setAt(Number(e.currentTarget.value))} /></label>
    </section>
  );
}

function paintFront(canvas: HTMLCanvasElement, s: Session, step: ReplayStep): void {
  const map = s.map;
  if (!map) return;
  const { box } = map.index, surface = map.board.surfaces.find((x) => x.kind === "map");
  const area = surface ? { x0: surface.x, y0: surface.y, x1: surface.x + surface.width, y1: surface.y + surface.height } : box;
  const picture = map.tiles.picture(), k = Math.min(1100 / (area.x1 - area.x0), 800 / (area.y1 - area.y0));
  canvas.width = Math.round((area.x1 - area.x0) * k);
  canvas.height = Math.round((area.y1 - area.y0) * k);
  const c = canvas.getContext("2d")!, px = picture.width / (box.x1 - box.x0), py = picture.height / (box.y1 - box.y0);
  c.drawImage(picture, (area.x0 - box.x0) * px, (area.y0 - box.y0) * py, (area.x1 - area.x0) * px, (area.y1 - area.y0) * py, 0, 0, canvas.width, canvas.height);
  const many = new Map<string, number>();
  for (const p of step.scene.pieces) {
    const place = map.index.places.get(p.place);
    if (!place || !p.face.symbol || p.face.symbol === "marker") continue;
    const [ax, ay] = (p.anchor && place.anchors?.[p.anchor]) || place.anchor;
    const n = many.get(`${p.place}|${p.anchor ?? ""}`) ?? 0;
    many.set(`${p.place}|${p.anchor ?? ""}`, n + 1);
    const r = Math.max(4, map.board.counter * k * 0.32), x = (ax - area.x0) * k + (n % 4) * r * 1.3, y = (ay - area.y0) * k + Math.floor(n / 4) * r * 1.3;
    if (x < 0 || y < 0 || x > canvas.width || y > canvas.height) continue;
    c.beginPath();
    c.arc(x, y, r, 0, Math.PI * 2);
    c.fillStyle = map.board.colours?.[p.face.colours]?.fill ?? "#888888";
    c.fill();
    c.lineWidth = 1.5;
    c.strokeStyle = "#1c1814";
    c.stroke();
  }
}
