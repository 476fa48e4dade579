/** Overlays: a button each, for each side where it has one, and the legend beside the map. */
import type { JSX } from "preact";
import { shadeColour, TONE_PATTERN } from "../map/draw";
import type { Session } from "../session";
import type { Overlay } from "../show";
import { overlaysOpen, theme } from "../store";
import { RuleChip } from "./bits";
import { titled } from "./decision";

export function OverlayButtons({ s }: { s: Session }): JSX.Element {
  const kinds = s.book.value?.overlays ?? [], now = s.overlay.value, about = s.overlayAbout.value;
  const sides = s.game.value?.seats ?? [];
  if (!kinds.length) return <p class="quiet">This game has none.</p>;
  const button = (id: string, of: string, title: string): JSX.Element => {
    const on = now?.id === id && (!of || about === of);
    return <button type="button" key={id + of} aria-pressed={on || s.overlayAsk.value === id} onClick={() => void s.showOverlay(on ? "" : id, on ? "" : of)}>{title}</button>;
  };
  return (
    <div class="buttons">
      {kinds.flatMap((k) => (k.about === "side" ? sides.map((side) => button(k.id, side, `${k.title}: ${titled(side)}`)) : [button(k.id, "", `${k.title}${k.about ? " …" : ""}`)]))}
      {now && <button type="button" onClick={() => void s.showOverlay("")}>Clear</button>}
    </div>
  );
}

const TONES: Record<string, string> = { good: "yes", bad: "no, or in danger", warn: "with care", weak: "only on the way", strong: "", plain: "" };

/** One line for each colour on the map: the side, and the words that all its places share, else what its tone means. */
export function legendOf(o: Overlay): { side: string; tone: string; text: string; many: number }[] {
  const groups = new Map<string, { side: string; tone: string; texts: Set<string>; many: number }>();
  for (const x of o.shades ?? []) {
    const side = x.side ?? "", tone = x.tone ?? "plain", key = `${side}|${tone}`;
    const g = groups.get(key) ?? { side, tone, texts: new Set<string>(), many: 0 };
    g.texts.add(x.text ?? "");
    g.many++;
    groups.set(key, g);
  }
  return [...groups.values()].map(({ side, tone, texts, many }) => {
    const words = [...texts].filter((t) => t && !/^[\d½¼¾.:]+$/.test(t));
    const counts = [...texts].map(Number).filter((n) => n > 0), low = Math.min(...counts), high = Math.max(...counts);
    const counted = side && counts.length ? (low === high ? `${low}` : `${low} to ${high}`) : "";
    const said = words.length && words.length <= 3 ? words.join(", ") : counted || (TONES[tone] ?? "");
    return { side, tone, many, text: [side && titled(side), said.toLowerCase() === side ? "" : said].filter(Boolean).join(": ") || o.title };
  });
}

/** A colour with the pattern that its tone has on the map. */
function swatch(tone: string, colour: string): string {
  const line = (turn: number): string => `repeating-linear-gradient(${turn}deg, #fffaf0 0 1.4px, transparent 1.4px 4.6px)`;
  const pattern = TONE_PATTERN[tone as keyof typeof TONE_PATTERN];
  if (pattern === "hatch") return `${line(45)}, ${colour}`;
  if (pattern === "crosshatch") return `${line(45)}, ${line(-45)}, ${colour}`;
  return pattern === "dots" ? `radial-gradient(#fffaf0 1.1px, transparent 1.3px) 0 0 / 5px 5px, ${colour}` : colour;
}

/** On the map: the overlays behind one button, and what the colours mean while one is shown. */
export function OverlayBox({ s }: { s: Session }): JSX.Element | null {
  const now = s.overlay.value, board = s.board.value;
  if (!board || !s.book.value?.overlays.length) return null;
  return (
    <div class="overlay-box" data-testid="overlays">
      <button type="button" aria-expanded={overlaysOpen.value} aria-label="Overlays" title="Overlays: supply, zones, reach (O)" onClick={() => (overlaysOpen.value = !overlaysOpen.value)}>◫<span class="only-wide"> Overlays</span></button>
      {overlaysOpen.value && <OverlayButtons s={s} />}
      {now && (
        <div class="overlay-legend" data-testid="overlay-legend">
          <p><b>{now.title}</b> <RuleChip id={now.rule ?? ""} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} /> <button type="button" class="icon" aria-label="Clear the overlay" onClick={() => void s.showOverlay("")}>✕</button></p>
          <ul>
            {legendOf(now).map((g) => <li key={g.side + g.tone}><span class="swatch" style={{ background: swatch(g.tone, shadeColour({ board, theme: theme.value }, g.side, g.tone)), borderColor: "var(--ink)" }} />{g.text} <span class="quiet">{g.many}</span></li>)}
            {(now.paths ?? []).length > 0 && <li><span class="swatch line" />the way</li>}
            {(now.cuts ?? []).length > 0 && <li><span class="swatch cut">✕</span>cut here</li>}
          </ul>
          {now.text && <p class="quiet">{now.text}</p>}
        </div>
      )}
    </div>
  );
}
