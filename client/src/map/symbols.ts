/** Symbols on counters: NATO symbols from the build, and a few plain ones that NATO has no frame for. */
import table from "nato-symbols";

type Ctx = CanvasRenderingContext2D;

const paths = new Map<string, { path: Path2D; fill: boolean; stroke: boolean }[]>();

/** Plain emblems in the frame's own coordinates, 25..175 by 50..150. */
const PLAIN: Record<string, string> = {
  air: "M100 58 L108 92 L172 112 L172 122 L108 114 L105 134 L122 144 L122 149 L100 145 L78 149 L78 144 L95 134 L92 114 L28 122 L28 112 L92 92 Z",
  naval: "M30 112 L170 112 L152 142 L48 142 Z M60 104 L60 92 L84 92 L84 76 L104 76 L104 92 L140 92 L140 104 Z M92 72 L92 56 L97 56 L97 72 Z",
  leader: "M100 54 L112 88 L148 88 L119 109 L130 144 L100 123 L70 144 L81 109 L52 88 L88 88 Z",
  fort: "M40 150 L40 72 L62 72 L62 88 L82 88 L82 72 L118 72 L118 88 L138 88 L138 72 L160 72 L160 150 Z",
  truck: "M34 76 L116 76 L116 128 L34 128 Z M122 92 L148 92 L166 110 L166 128 L122 128 Z M62 138 m-12 0 a12 12 0 1 0 24 0 a12 12 0 1 0 -24 0 M140 138 m-12 0 a12 12 0 1 0 24 0 a12 12 0 1 0 -24 0",
};
PLAIN["bomber"] = PLAIN["fighter"] = PLAIN["air"]!;
PLAIN["ship"] = PLAIN["fleet"] = PLAIN["naval"]!;
PLAIN["fortress"] = PLAIN["fort"]!;

const SAME: Record<string, string> = {
  armor: "armour", tank: "armour", panzer: "armour", motorised: "motorized", mechanised: "mechanized", mech: "mechanized",
  hq: "headquarters", para: "airborne", parachute: "airborne", commando: "marine", engineers: "engineer", recon: "reconnaissance",
};

const nameOf = (symbol: string): string => SAME[symbol] ?? symbol;

/** Is there a drawing of this word? If not, the counter carries its text instead. */
export const isKnown = (symbol: string): boolean => nameOf(symbol) in table || nameOf(symbol) in PLAIN;

/** Is it a framed NATO unit symbol? */
export const isFramed = (symbol: string): boolean => nameOf(symbol) in table;

function load(name: string): { path: Path2D; fill: boolean; stroke: boolean }[] {
  let list = paths.get(name);
  if (!list) {
    const plain = PLAIN[name];
    list = plain
      ? [{ path: new Path2D(plain), fill: true, stroke: false }]
      : (table[name] ?? []).filter((s) => s.d).map((s) => ({ path: new Path2D(s.d), fill: !!s.fill, stroke: !!s.stroke }));
    if (name === "headquarters") list = [...list, { path: new Path2D("M25 50 h150 v26 h-150 z"), fill: true, stroke: false }];
    paths.set(name, list);
  }
  return list;
}

/** Draws the symbol in a box of width w and height 2/3 w whose middle is at x, y. */
export function drawSymbol(c: Ctx, symbol: string, x: number, y: number, w: number, ink: string, paper: string): void {
  const name = nameOf(symbol);
  const s = w / 150;
  c.save();
  c.translate(x - 100 * s, y - 100 * s);
  c.scale(s, s);
  c.lineWidth = Math.max(6, 1.1 / s);
  c.lineJoin = "miter";
  c.strokeStyle = c.fillStyle = ink;
  if (isFramed(symbol)) {
    c.fillStyle = paper;
    c.fillRect(25, 50, 150, 100);
    c.fillStyle = ink;
  }
  for (const p of load(name)) {
    if (p.fill) c.fill(p.path);
    if (p.stroke) c.stroke(p.path);
  }
  c.restore();
}
