/** Data packs of one's own: values that differ from ours, by file, table, item and field. */
import type { Component } from "./protocol";
import { kept } from "./store";

export type Datum = number | boolean | string | (number | string)[];
export interface Pack { [key: string]: Datum | Pack }

const isTable = (node: Datum | Pack | undefined | null): node is Pack => typeof node === "object" && node !== null && !Array.isArray(node);

/** The packs of this browser, by game. */
export const packs = kept<Record<string, Pack>>("packs", {});

export function valueIn(pack: Pack, path: readonly string[]): Datum | undefined {
  let node: Datum | Pack | undefined = pack;
  for (const key of path) node = isTable(node) ? node[key] : undefined;
  return isTable(node) ? undefined : node;
}

/** The pack with a value set, or taken out where it is null; what becomes empty goes. */
export function packOf(pack: Pack, path: readonly string[], value: Datum | null): Pack {
  const [key, ...rest] = path as [string, ...string[]];
  const out: Pack = { ...pack };
  const before = pack[key];
  const inner = rest.length ? packOf(isTable(before) ? before : {}, rest, value) : value;
  if (inner === null || (isTable(inner) && !Object.keys(inner).length)) delete out[key];
  else out[key] = inner;
  return out;
}

/** What a player has written as a datum of the kind of ours; null where it is ours, or nothing. */
export function read(c: Pick<Component, "value">, text: string): Datum | null {
  if (text === "" && typeof c.value !== "string") return null;
  const cell = (word: string, like: unknown): number | string => (typeof like === "number" && word !== "" && !Number.isNaN(Number(word)) ? Number(word) : word);
  const ours = c.value;
  const found = typeof ours === "boolean" ? text === "yes" : Array.isArray(ours) ? text.split(",").map((word, i) => cell(word.trim(), ours[Math.min(i, ours.length - 1)])) : cell(text.trim(), ours);
  return JSON.stringify(found) === JSON.stringify(ours) ? null : found;
}

/** A datum as it is read and written on the page. */
export const shown = (value: Datum): string => (typeof value === "boolean" ? (value ? "yes" : "no") : Array.isArray(value) ? value.join(", ") : String(value));

const quoted = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/** As a file that `--pack` takes. */
export function tomlOf(game: string, pack: Pack): string {
  const lines = [`game = ${JSON.stringify(game)}`];
  const walk = (node: Pack, path: string[]): void => {
    const values = Object.entries(node).filter(([, v]) => !isTable(v));
    if (values.length) lines.push("", `[${path.map(quoted).join(".")}]`, ...values.map(([k, v]) => `${quoted(k)} = ${JSON.stringify(v)}`));
    for (const [k, v] of Object.entries(node)) if (isTable(v)) walk(v, [...path, k]);
  };
  walk(pack, []);
  return `${lines.join("\n")}\n`;
}
