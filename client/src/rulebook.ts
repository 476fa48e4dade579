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

/** A text in parts, those that are numbers of known cases marked as such. */
export function linked(text: string, known: ReadonlySet<string>): { text: string; rule: boolean }[] {
  return text.split(/(\b\d+(?:\.\d+)+(?:-[\w-]+)?)/).filter(Boolean).map((part) => ({ text: part, rule: known.has(part) }));
}
