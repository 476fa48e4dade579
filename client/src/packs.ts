/** Data packs of one's own: values that differ from ours, by file, table, item and field. */
import { kept } from "./store";

export interface Pack { [key: string]: number | Pack }

/** The packs of this browser, by game. */
export const packs = kept<Record<string, Pack>>("packs", {});

export function valueIn(pack: Pack, path: readonly string[]): number | undefined {
  let node: number | Pack | undefined = pack;
  for (const key of path) node = typeof node === "object" ? node[key] : undefined;
  return typeof node === "number" ? node : undefined;
}

/** The pack with a value set, or taken out where it is null; what becomes empty goes. */
export function packOf(pack: Pack, path: readonly string[], value: number | null): Pack {
  const [key, ...rest] = path as [string, ...string[]];
  const out: Pack = { ...pack };
  const inner = rest.length ? packOf(typeof pack[key] === "object" ? pack[key] : {}, rest, value) : value;
  if (inner === null || (typeof inner === "object" && !Object.keys(inner).length)) delete out[key];
  else out[key] = inner;
  return out;
}

const quoted = (key: string): string => (/^[\w-]+$/.test(key) ? key : JSON.stringify(key));

/** As a file that `--pack` takes. */
export function tomlOf(game: string, pack: Pack): string {
  const lines = [`game = ${JSON.stringify(game)}`];
  const walk = (node: Pack, path: string[]): void => {
    const values = Object.entries(node).filter(([, v]) => typeof v === "number");
    if (values.length) lines.push("", `[${path.map(quoted).join(".")}]`, ...values.map(([k, v]) => `${quoted(k)} = ${v as number}`));
    for (const [k, v] of Object.entries(node)) if (typeof v === "object") walk(v, [...path, k]);
  };
  walk(pack, []);
  return `${lines.join("\n")}\n`;
}
