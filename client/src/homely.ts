/** What the home page says of games and tables, in words. */
import type { GameInfo, TableInfo } from "./protocol";
import type { Option } from "./show";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replace(/[-_]/g, " ");

/** An option that only takes the other reading of an unclear rule, not a rule of the game itself. */
export const isReading = (o: Pick<Option, "ruling">): boolean => (o.ruling ?? 0) > 0;

export const botName = (level: string): string => level === "easy" ? "The easy bot, for a first game" : level === "random" ? "The random bot: it does anything" : `The ${level.replace(/[-_]/g, " ")} bot`;

/** Whom a new game is against: the bot of the latest game, and for who has never played this one the easy bot. Where a
 * game has no bots of its own, another person. */
export function firstOpponent(g: Pick<GameInfo, "id" | "bots" | "hints">, tables: readonly TableInfo[]): string {
  if (!g.hints || !g.bots.length) return "hotseat";
  const latest = tables.filter((t) => t.game === g.id && t.kind === "game").flatMap((t) => Object.values(t.who)).find((w) => w.startsWith("bot:") && g.bots.includes(w.slice(4)));
  return latest ?? `bot:${g.bots.includes("easy") ? "easy" : g.bots[g.bots.length - 1]}`;
}

/** Who sits where: "You: Axis · Allies: the easy bot". */
export function whoPlays(t: Pick<TableInfo, "who">): string {
  const mine = Object.keys(t.who).filter((seat) => t.who[seat] === "me");
  const others = Object.keys(t.who).filter((seat) => t.who[seat] !== "me").map((seat) => `${capital(seat)}: ${t.who[seat]!.startsWith("bot:") ? `the ${t.who[seat]!.slice(4)} bot` : "a person at this screen"}`);
  return [mine.length ? `You: ${mine.map(capital).join(" and ")}` : "", ...others].filter(Boolean).join(" · ");
}
