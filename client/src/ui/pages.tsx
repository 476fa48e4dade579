/** Pages that a game writes about the position, such as the supply of one's side. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Session } from "../session";
import type { Page, PageTable } from "../show";
import { RuleChip } from "./bits";

export function PagesPanel({ s }: { s: Session }): JSX.Element {
  const kinds = s.book.value?.pages ?? [];
  const [name, setName] = useState(kinds[0]?.id ?? "");
  const [page, setPage] = useState<Page | null>(null);
  const rev = s.state.value?.rev;
  useEffect(() => {
    let gone = false;
    if (name) void s.ask("page", { name }).then((got) => { if (!gone) setPage(got); }).catch(() => { if (!gone) setPage(null); });
    return () => { gone = true; };
  }, [s, name, rev]);
  return (
    <div class="pages" data-testid="page">
      {kinds.length > 1 && <div class="buttons">{kinds.map((k) => <button type="button" key={k.id} aria-pressed={k.id === name} onClick={() => setName(k.id)}>{k.title}</button>)}</div>}
      {page ? <><h2>{page.title}</h2><p>{page.text}</p>{(page.tables ?? []).map((t) => <Table s={s} t={t} key={t.title} />)}</> : <p class="quiet">Nothing to show here.</p>}
    </div>
  );
}

function Table({ s, t }: { s: Session; t: PageTable }): JSX.Element {
  const can = (t.actions ?? []).length > 0 && !!s.state.value?.decision;
  return (
    <section>
      <h3>{t.title} {t.rule && <RuleChip id={t.rule} find={(id) => s.ruleCase(id)} open={(id) => s.openRule(id)} />}</h3>
      {t.text && <p class="quiet">{t.text}</p>}
      {can && <div class="buttons"><button type="button" data-testid="as-proposed" disabled={s.busy.value} onClick={() => void s.ask("several", { actions: t.actions!, rev: s.state.value!.rev }).catch((e) => s.complain(e))}>Do as proposed</button></div>}
      <table>
        <thead><tr>{t.columns.map((c) => <th key={c} scope="col">{c}</th>)}</tr></thead>
        <tbody>
          {t.rows.map((r, i) => (
            <tr key={i} class={r.tone ?? ""} onMouseEnter={() => s.point(r.pieces, r.places)} onMouseLeave={() => s.point()}>
              {r.cells.map((c, j) => <td key={j}>{j === 0 && (r.pieces?.length || r.places?.length) ? <button type="button" class="link plain" onClick={() => s.reveal(r.pieces, r.places)}>{c}</button> : c}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
