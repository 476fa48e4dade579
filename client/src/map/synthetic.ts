/** A made-up board of 1,500 hexes and 400 counters, to measure frames with. */
import type { Board, Label, Line, Piece, Place, Point, Scene } from "../show";
import { noise } from "./patterns";

const SIZE = 30;
const COLUMNS = 50, ROWS = 30;
const TERRAIN = ["clear", "clear", "clear", "forest", "rough", "marsh", "town", "sea"] as const;
const SYMBOLS = ["infantry", "armour", "motorized", "cavalry", "artillery", "airborne", "mountain", "headquarters", "air", "naval"];

const corner = (x: number, y: number, i: number): Point => [x + SIZE * Math.cos((Math.PI / 3) * i), y + SIZE * Math.sin((Math.PI / 3) * i)];

export function syntheticBoard(columns = COLUMNS, rows = ROWS): Board {
  const places: Place[] = [], lines: Line[] = [], labels: Label[] = [];
  const h = SIZE * Math.sqrt(3);
  for (let c = 0; c < columns; c++) {
    for (let r = 0; r < rows; r++) {
      const x = SIZE * 1.5 * c + SIZE * 1.4, y = h * (r + (c % 2 ? 0.5 : 0)) + h * 0.8;
      const n = noise(Math.floor(c / 3), Math.floor(r / 3)) * 0.7 + noise(c, r) * 0.3;
      const style = c < 6 + 3 * noise(r, 1) ? "sea" : TERRAIN[Math.floor(n * 7)]!;
      const id = `${String(c).padStart(2, "0")}${String(r).padStart(2, "0")}`;
      places.push({ id, name: `Hex ${id}`, surface: "map", anchor: [x, y], points: [0, 1, 2, 3, 4, 5].map((i) => corner(x, y, i)), style, label: id, about: style, room: SIZE * 0.7 });
      if (style === "town") labels.push({ text: `Town ${id}`, at: [x, y + 8], size: 9, style: "town", dot: true, priority: 2 });
    }
  }
  for (let i = 0; i < 24; i++) {
    const points: Point[] = [];
    let x = 300 + noise(i, 1) * 1800, y = 40;
    while (y < rows * h) { points.push([x, y]); x += (noise(i, y) - 0.5) * 60; y += 34; }
    lines.push({ style: i % 3 ? "river" : "rail", points, smooth: true });
  }
  labels.push({ text: "Western Sea", at: [180, 700], size: 26, style: "water", angle: -70 }, { text: "Somewhere", at: [1400, 500], size: 46, style: "country" });
  return {
    width: SIZE * 1.5 * columns + SIZE * 2, height: h * (rows + 1) + h * 0.2, counter: 34,
    surfaces: [{ id: "map", title: "Map", kind: "map", x: 0, y: 0, width: SIZE * 1.5 * columns + SIZE * 2, height: h * (rows + 1) }],
    places, lines, labels,
    styles: {
      clear: { fill: "#efe6cb", stroke: "#6f6350", width: 0.7 }, forest: { fill: "#cfd6ad", stroke: "#6f6350", width: 0.7, pattern: "trees", pattern_colour: "#8ea273" },
      rough: { fill: "#e0c795", stroke: "#6f6350", width: 0.7, pattern: "peaks", pattern_colour: "#a8875a" }, marsh: { fill: "#d3dfd2", stroke: "#6f6350", width: 0.7, pattern: "marsh", pattern_colour: "#6d97a0" },
      town: { fill: "#e6d2b4", stroke: "#6f6350", width: 0.7, pattern: "town", pattern_colour: "#a1795a" }, sea: { fill: "#a9cbe0", stroke: "#7fa6c0", width: 0.7, pattern: "waves", pattern_colour: "#8db6d2" },
      river: { stroke: "#3f7fb5", width: 3 }, rail: { stroke: "#4a4238", width: 1.4, pattern: "ticks" },
    },
    colours: {
      red: { fill: "#c96f5e", ink: "#24120e", name: "Reds", pattern: "hatch" }, blue: { fill: "#7d9cc4", ink: "#101a28", name: "Blues", pattern: "dots" },
      green: { fill: "#9fb27c", ink: "#161d0c", name: "Greens", band: "#4f6630" }, grey: { fill: "#9a9d98", ink: "#151615", name: "Greys", pattern: "crosshatch" },
    },
  };
}

export function syntheticScene(board: Board, count = 400): Scene {
  const land = board.places.filter((p) => p.style !== "sea");
  const pieces: Piece[] = [];
  for (let i = 0; i < count; i++) {
    const place = land[Math.floor(noise(i, 5) * land.length * 0.5 + land.length * 0.3)]!;
    const copies = i % 9 === 0 ? 3 : 1;
    for (let j = 0; j < copies && pieces.length < count; j++) {
      const n = pieces.length;
      pieces.push({
        id: `u${n}`, place: place.id, order: j,
        face: {
          name: `${n} Division`, short: `${n}`, colours: ["red", "blue", "green", "grey"][n % 4]!, symbol: SYMBOLS[n % SYMBOLS.length]!, size: ["X", "XX", "XXX"][n % 3]!,
          factors: [String(1 + (n % 8)), String(2 + (n % 5)), String(4 + (n % 4))], steps: [1 + (n % 2), 2],
          ...(n % 17 === 0 ? { badges: [{ text: "D", tone: "bad" as const }] } : {}), ...(n % 23 === 0 ? { back: true } : {}),
        },
      });
    }
  }
  return { pieces, marks: board.places.filter((_, i) => i % 40 === 0).map((p) => ({ id: `m${p.id}`, place: p.id, style: "town", text: "VP" })) };
}
