/** One's own records: what became of the games that were played to their end on this machine. */
import type { Measured } from "./show";
import type { TableInfo } from "./protocol";

export interface Record { games: number; rows: { label: string; value: string }[] }

const seatOf = (t: TableInfo): string[] => Object.keys(t.who).filter((seat) => !t.who[seat]!.startsWith("bot:"));

/** Of the finished games of a game (practice and analysis do not count): won, lost and drawn by the one person at the
 * table, or for a game of one seat the best and the usual score. */
export function recordsOf(tables: readonly TableInfo[], game: string, seats: readonly string[]): Record {
  const done = tables.filter((t) => t.game === game && t.kind === "game" && t.over && !t.practice && t.level);
  if (seats.length === 1) {
    const scores = done.map((t) => t.score ?? 0).sort((a, b) => b - a);
    const mean = scores.reduce((a, b) => a + b, 0) / Math.max(1, scores.length);
    return { games: done.length, rows: scores.length ? [{ label: "Best", value: String(scores[0]) }, { label: "Average", value: mean.toFixed(1) }] : [] };
  }
  const rows = seats.map((seat) => {
    const mine = done.filter((t) => seatOf(t).length === 1 && seatOf(t)[0] === seat);
    const won = mine.filter((t) => t.winner === seat).length, drawn = mine.filter((t) => !t.winner).length;
    return { label: seat, value: mine.length ? `${won} won, ${mine.length - won - drawn} lost${drawn ? `, ${drawn} drawn` : ""}` : "" };
  });
  return { games: done.length, rows: rows.filter((r) => r.value) };
}

/** How many of a hundred games of the advisor a score beats, ties counting half. */
export function beats(measured: Pick<Measured, "counts" | "games">, score: number): number {
  let below = 0;
  for (const [key, many] of Object.entries(measured.counts)) below += Number(key) < score ? many : Number(key) === score ? many / 2 : 0;
  return (100 * below) / Math.max(1, measured.games);
}
