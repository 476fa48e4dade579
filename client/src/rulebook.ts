/** The rules as a book: chapters, and links from case to case. */
import type { RuleCase } from "./show";

export interface Chapter { id: string; number: string; title: string }

/** The chapter of a case: the 10 of "10.4.2", the 7 of "7 Advance ¶1a". */
export const chapterOf = (id: string): string => /^[^.\s-]+/.exec(id)?.[0] ?? id;

/** One entry for each chapter, with its first case. */
export function chaptersOf(rules: readonly RuleCase[]): Chapter[] {
  const out = new Map<string, Chapter>();
  for (const r of rules) {
    const number = chapterOf(r.id);
    if (!out.has(number)) out.set(number, { id: r.id, number, title: r.title });
  }
  return [...out.values()];
}

/** What leads to which case: numbers, and titles that name one thing. */
export interface Links { find: RegExp; to: ReadonlyMap<string, string> }

/** A title that is said in so many cases is a word like others. */
const MOST_SAID = 20;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export function linksOf(rules: readonly RuleCase[]): Links {
  const to = new Map<string, string>(), shared = new Set<string>();
  for (const { id, title } of rules) {
    // One word is a name only where it is written large in the middle of a sentence.
    const key = title.includes(" ") ? title.toLowerCase() : title;
    if (to.has(key)) shared.add(key);
    if (title.length > 3 && !/^(The|At|No) /.test(title)) to.set(key, id);
  }
  const said = (key: string): number => rules.filter((r) => (key.includes(" ") ? r.text.toLowerCase() : r.text).includes(key)).length;
  for (const key of [...to.keys()]) if (shared.has(key) || said(key) > MOST_SAID) to.delete(key);
  const words = [...to.keys()].sort((a, b) => b.length - a.length);
  const several = words.filter((w) => w.includes(" ")).map((w) => [...w].map((c) => (/[a-z]/.test(c) ? `[${c}${c.toUpperCase()}]` : escaped(c))).join(""));
  const single = words.filter((w) => !w.includes(" ")).map((w) => `(?<=[\\w,;] )${escaped(w)}`);
  const numbers = rules.map((r) => r.id).filter((id) => /[.¶]/.test(id)).sort((a, b) => b.length - a.length);
  for (const id of numbers) to.set(id, id);
  return { find: new RegExp(`(?<![\\w.])(${[...numbers.map(escaped), ...several, ...single].join("|") || "$^"})(?![\\w¶]|\\.\\d)`, "g"), to };
}

/** The text of a case in parts: what names another one leads there, the first time that it is said. */
export function linked(text: string, { find, to }: Links, own = ""): { text: string; rule: string }[] {
  const done = new Set([own]);
  return text.split(find).filter(Boolean).map((part) => {
    const rule = to.get(part) ?? to.get(part.toLowerCase()) ?? "";
    if (done.has(rule)) return { text: part, rule: "" };
    if (rule) done.add(rule);
    return { text: part, rule };
  });
}

/** A case as a player reads it: without the numbers of our readings. */
export const plainCase = (text: string): string => text.replace(/ \((?:letters: )?rulings? \d+(?:, \d+)*\)/g, "");
