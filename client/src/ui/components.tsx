/** Components: who owns the printed game puts its values in place of our reconstructed ones. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call } from "../net";
import { type Pack, packOf, packs, tomlOf, valueIn } from "../packs";
import type { Component, Components } from "../protocol";
import { go, toast } from "../store";
import { Live, Toasts } from "./bits";

export function ComponentsPage({ game }: { game: string }): JSX.Element {
  const [all, setAll] = useState<readonly Component[]>([]);
  const [error, setError] = useState("");
  const [words, setWords] = useState("");
  const mine: Pack = packs.value[game] ?? {};
  useEffect(() => {
    document.title = "Components · Grognard";
    void call<Components>(`/api/games/${game}/components`).then((got) => setAll(got.components)).catch((e: unknown) => setError(e instanceof Error ? e.message : String(e)));
  }, [game]);
  const kinds = [...new Set(all.map((c) => c.kind))];
  const q = words.toLowerCase();
  const shown = (kind: string): Component[] => all.filter((c) => c.kind === kind && (!q || `${c.name} ${c.field}`.toLowerCase().includes(q))).slice(0, 400);
  const set = async (c: Component, text: string): Promise<void> => {
    const next = packOf(mine, c.path, text === "" || Number(text) === c.value ? null : Number(text));
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
        <p role="status">{all.length} reconstructed numbers; {many === 0 ? "none is" : many === 1 ? "one is" : `${many} are`} yours. New games can use them.</p>
        <div class="buttons">
          <input type="search" aria-label="Find a value" placeholder="Find a value" value={words} onInput={(e) => setWords(e.currentTarget.value)} />
          <button type="button" disabled={!many} onClick={save}>Export as a data pack</button>
          <button type="button" disabled={!many} onClick={() => { packs.value = { ...packs.value, [game]: {} }; toast("All values are ours again."); }}>Forget mine</button>
        </div>
        {error && <p class="refusal" role="alert" data-testid="pack-error">{error}</p>}
        {kinds.map((kind) => shown(kind).length > 0 && (
          <section key={kind}><h2>{kind}</h2>
            <table class="chart"><thead><tr><th scope="col">What</th><th scope="col">Value</th><th scope="col">Ours</th><th scope="col">From</th><th scope="col">Yours</th></tr></thead><tbody>
              {shown(kind).map((c) => <tr key={c.path.join(".")}><th scope="row">{c.name}</th><td>{c.field}</td><td>{c.value}</td><td class="quiet">{c.source}</td><td><input type="number" step="any" aria-label={`${c.field} of ${c.name}, from ${c.low} to ${c.high}`} placeholder={`${c.low} to ${c.high}`} value={valueIn(mine, c.path) ?? ""} onChange={(e) => void set(c, e.currentTarget.value)} /></td></tr>)}
            </tbody></table>
          </section>
        ))}
      </main>
      <Toasts /><Live />
    </div>
  );
}
