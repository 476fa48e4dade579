/** What the last turn left on the map: the ways of moves, and where it was fought. */
import type { LogEntry } from "./protocol";
import type { Board, Piece } from "./show";

export interface Trail { path: string[]; colour: string }
export interface Trails { moves: Trail[]; fights: Set<string> }

/** The trails of these lines of the log; a unit that moved in several steps leaves one way. */
export function trailsOf(lines: readonly LogEntry[], pieces: readonly Piece[], board: Pick<Board, "colours"> | null): Trails {
  const colours = new Map(pieces.map((p) => [p.id, board?.colours?.[p.face.colours]?.fill ?? ""]));
  const moves: (Trail & { piece: string })[] = [];
  const fights = new Set<string>();
  for (const e of lines) {
    if (e.dice?.length) for (const id of e.places ?? []) fights.add(id);
    if (!e.piece || !e.path || e.path.length < 2) continue;
    const last = moves.find((m) => m.piece === e.piece && m.path.at(-1) === e.path![0]);
    if (last) last.path.push(...e.path.slice(1));
    else moves.push({ piece: e.piece, path: [...e.path], colour: colours.get(e.piece) ?? "" });
  }
  return { moves, fights };
}
