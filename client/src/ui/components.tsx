/** Components: who owns the printed game puts its values in place of our reconstructed ones. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call } from "../net";
import { type Pack, packOf, packs, read, shown as written, tomlOf, valueIn } from "../packs";
import type { Component, Components } from "../protocol";
import { go, toast } from "../store";
import { Live, Toasts } from "./bits";

export function ComponentsPage({ game }: { game: string }): JSX.Element {
  const [got, setAll] = useState<readonly Component[] | null>(null);
  const all = got ?? [];
  const [error, setError] = useState("");
  const [words, setWords] = useState("");
  const mine: Pack = packs.value[game] ?? {};
  useEffect(() => {
    document.title = "Components · Grognard";
    void call<Components>(`/api/games/${game}/components`).then((got) => setAll(got.components)).catch((e: unknown) => setError(e instanceof Error ? e.message : String(e)));
  }, [game]);
  const kinds = [...new Set(all.map((c) => c.kind))];
  const q = words.toLowerCase();
  const found = (kind: string): Component[] => all.filter((c) => c.kind === kind && (!q || `${c.name} ${c.field}`.toLowerCase().includes(q)));
  const set = async (c: Component, text: string): Promise<void> => {
    const next = packOf(mine, c.path, read(c, text));
    try {
      await call(`/api/games/${game}/pack`, { method: "POST", body: next });
      packs.value = { ...packs.value, [game]: next };
      setError("");
    } catch (e) {
      setError(e instanceof Error ? e.message : String(e));
    }
  };
  const save = (): void => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([tomlOf(game, mine)], { type: "application/toml" }));
    a.download = `${game}-pack.toml`;
    a.click();
    window.setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
  };
  const many = all.filter((c) => valueIn(mine, c.path) !== undefined).length;
  return (
    <div class="page narrow components">
      <header class="masthead"><div><h1>Components</h1><p>Values that the rulebook does not print are reconstructed. If you own the game, put in what it prints.</p></div><div class="tools"><a class="button" href={`/about/${game}`} onClick={(e) => { e.preventDefault(); go(`/about/${game}`); }}>About</a></div></header>
      <main>
        <p role="status">{!got ? (error ? "" : "Reading the values…") : <>{all.length} reconstructed values; {many === 0 ? "none is" : many === 1 ? "one is" : `${many} are`} yours. New games can use them.</>}</p>
        <div class="buttons">
          <input type="search" aria-label="Find a value" placeholder="Find a value" value={words} onInput={(e) => setWords(e.currentTarget.value)} />
          <button type="button" disabled={!many} onClick={save}>Export as a data pack</button>
          <button type="button" disabled={!many} onClick={() => { packs.value = { ...packs.value, [game]: {} }; toast("All values are ours again."); }}>Forget mine</button>
        </div>
        {error && <p class="refusal" role="alert" data-testid="pack-error">{error}</p>}
        {kinds.map((kind) => <Kind key={kind} kind={kind} list={found(kind)} open={!!q} mine={mine} set={set} />)}
      </main>
      <Toasts /><Live />
    </div>
  );
}

const MOST = 300;

/** One kind of component: how many there are, and the values when it is opened or something is sought. */
function Kind({ kind, list, open, mine, set }: { kind: string; list: readonly Component[]; open: boolean; mine: Pack; set: (c: Component, text: string) => Promise<void> }): JSX.Element | null {
  const [opened, setOpened] = useState(false);
  const own = list.filter((c) => valueIn(mine, c.path) !== undefined).length;
  if (!list.length) return null;
  return (
    <details open={open || opened} onToggle={(e) => { if (!open) setOpened(e.currentTarget.open); }}>
      <summary><h2>{kind.replaceAll("_", " ")}</h2> <span class="quiet">{list.length}{own > 0 && `, ${own} yours`}</span></summary>
      {(open || opened) && (
        <table class="chart"><thead><tr><th scope="col">What</th><th scope="col">Value</th><th scope="col">Ours</th><th scope="col">From</th><th scope="col">Yours</th></tr></thead><tbody>
          {list.slice(0, MOST).map((c) => <tr key={c.path.join(".")}><th scope="row">{c.name}</th><td>{c.field}</td><td class="ours">{written(c.value)}</td><td class="quiet">{c.source}</td><td><Field c={c} mine={mine} set={(text) => void set(c, text)} /></td></tr>)}
        </tbody></table>
      )}
      {(open || opened) && list.length > MOST && <p class="quiet">and {list.length - MOST} more: find them by a name, such as a hex or a unit.</p>}
    </details>
  );
}

/** Where a value is put in: a number within its range, a word of those that there are, yes or no, a name, or a row of cells. */
function Field({ c, mine, set }: { c: Component; mine: Pack; set: (text: string) => void }): JSX.Element {
  const own = valueIn(mine, c.path), value = own === undefined ? "" : written(own), about = `${c.field} of ${c.name}`;
  const words = typeof c.value === "boolean" ? ["yes", "no"] : Array.isArray(c.value) ? [] : (c.allowed ?? []);
  const change = (e: { currentTarget: { value: string } }): void => set(e.currentTarget.value);
  if (words.length) return <select aria-label={about} value={value || written(c.value)} onChange={change}>{words.map((w) => <option key={w} value={w}>{w || "none"}</option>)}</select>;
  if (typeof c.value === "number") return <input type="number" step="any" aria-label={`${about}, from ${c.low ?? 0} to ${c.high ?? 0}`} placeholder={`${c.low ?? 0} to ${c.high ?? 0}`} value={value} onChange={change} />;
  const list = Array.isArray(c.value), numbers = list && (c.value as unknown[]).every((x) => typeof x === "number");
  const hint = c.allowed?.length ? `each of: ${c.allowed.join(", ")}` : numbers ? `${(c.value as unknown[]).length} numbers` : list ? "with commas between them" : "";
  if (list && written(c.value).length > 60) return <textarea rows={3} aria-label={`${about}, ${hint}`} placeholder={written(c.value)} onChange={change} value={value} />;
  return <input type="text" class="long" aria-label={hint ? `${about}, ${hint}` : about} title={hint} placeholder={written(c.value)} value={value} onChange={change} />;
}
