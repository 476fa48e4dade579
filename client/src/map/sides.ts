/** Whose pieces are whose, as far as the page can know it: from the colours, from the anchors, else from what the seat sends about. */
import type { TableState } from "../protocol";
import type { Board, Piece } from "../show";

/** Pieces that stand for something else than troops take no side. */
const isUnit = (p: Piece): boolean => !!p.face.symbol && p.face.symbol !== "marker";

export class Sides {
  private readonly onMap: ReadonlySet<string>;

  constructor(private readonly board: Board, private readonly seats: readonly string[]) {
    const maps = new Set(board.surfaces.filter((s) => s.kind === "map").map((s) => s.id));
    this.onMap = new Set(board.places.filter((p) => maps.has(p.surface)).map((p) => p.id));
  }

  /** The colours of a seat that may send these pieces to places: theirs, and those of what stands in one stack with them. */
  ownColours(known: Iterable<string>, sent: ReadonlySet<string>, pieces: readonly Piece[]): Set<string> {
    const own = new Set(known), stacks = new Map<string, Set<string>>();
    for (const p of pieces.filter(isUnit)) {
      const { colours } = p.face, key = `${p.place}|${p.anchor ?? ""}`;
      if (sent.has(p.id)) own.add(colours);
      if (this.onMap.has(p.place)) stacks.set(key, (stacks.get(key) ?? new Set()).add(colours));
    }
    for (let before = -1; before < own.size;) {
      before = own.size;
      for (const together of stacks.values()) if ([...together].some((c) => own.has(c))) for (const c of together) own.add(c);
    }
    return own;
  }

  /** Units of another side than the seat's. Colours that nothing is known of are an enemy's once the seat's own are known. */
  isEnemy(p: Piece, { seat, side }: Pick<TableState, "seat" | "side">, own: ReadonlySet<string>): boolean {
    if (!isUnit(p)) return false;
    const { colours } = p.face;
    const told = this.board.colours?.[colours]?.side || [p.anchor, colours].find((x) => x && this.seats.includes(x));
    return told ? told !== side && told !== seat : own.size > 0 && !own.has(colours);
  }
}
