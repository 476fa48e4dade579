/** Colours of the board in the light and in the dark theme. */

export type Theme = "light" | "dark";

export interface Rgb { r: number; g: number; b: number }

export function parse(hex: string): Rgb {
  const h = hex.replace("#", "");
  const wide = h.length < 6 ? [...h].map((c) => c + c).join("") : h;
  return {
    r: parseInt(wide.slice(0, 2), 16) || 0, g: parseInt(wide.slice(2, 4), 16) || 0, b: parseInt(wide.slice(4, 6), 16) || 0,
  };
}

export function format({ r, g, b }: Rgb): string {
  const two = (v: number): string => Math.round(Math.max(0, Math.min(255, v))).toString(16).padStart(2, "0");
  return `#${two(r)}${two(g)}${two(b)}`;
}

export function mix(a: string, b: string, part: number): string {
  const p = parse(a), q = parse(b);
  return format({ r: p.r + (q.r - p.r) * part, g: p.g + (q.g - p.g) * part, b: p.b + (q.b - p.b) * part });
}

export const alpha = (hex: string, a: number): string => {
  const { r, g, b } = parse(hex);
  return `rgba(${r},${g},${b},${a})`;
};

/** Perceived lightness, 0 to 1. */
export function lightness(hex: string): number {
  const lin = (v: number): number => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  const { r, g, b } = parse(hex);
  return 0.2126 * lin(r) + 0.7152 * lin(g) + 0.0722 * lin(b);
}

/** The contrast ratio of two colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [hi, lo] = [lightness(a), lightness(b)].sort((p, q) => q - p) as [number, number];
  return (hi + 0.05) / (lo + 0.05);
}

export const NIGHT = "#1d1f22";

const nightFills = new Map<string, string>();
const nightStrokes = new Map<string, string>();

/** A ground colour by lamp light: the hue is kept, the light goes. */
export function fillFor(theme: Theme, colour: string, dark?: string): string {
  if (theme === "light" || !colour) return colour;
  if (dark) return dark;
  let c = nightFills.get(colour);
  if (!c) nightFills.set(colour, (c = mix(NIGHT, colour, 0.26)));
  return c;
}

/** A line by lamp light: dark lines become light ones, strong hues stay. */
export function strokeFor(theme: Theme, colour: string, dark?: string): string {
  if (theme === "light" || !colour) return colour;
  if (dark) return dark;
  let c = nightStrokes.get(colour);
  if (!c) {
    const { r, g, b } = parse(colour);
    const spread = Math.max(r, g, b) - Math.min(r, g, b);
    c = spread > 70 ? mix(colour, "#b8c4d0", 0.3) : mix(NIGHT, "#cfc8b8", 0.75 - 0.5 * lightness(colour));
    nightStrokes.set(colour, c);
  }
  return c;
}
