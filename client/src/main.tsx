import { render } from "preact";
import type { JSX } from "preact";
import { go, route } from "./store";
import { BenchPage } from "./ui/bench";
import { ComponentsPage } from "./ui/components";
import { AboutPage, HomePage } from "./ui/home";
import { TablePage } from "./ui/table";

function App(): JSX.Element {
  const [, page, id] = route.value.split("/");
  if (!page) return <HomePage />;
  if (page === "table" && id) return <TablePage key={id} id={decodeURIComponent(id)} />;
  if (page === "about" && id) return <AboutPage game={decodeURIComponent(id)} />;
  if (page === "components" && id) return <ComponentsPage game={decodeURIComponent(id)} />;
  if (page === "bench") return <BenchPage />;
  return <main class="page narrow"><h1>There is no such page</h1><p><a href="/" onClick={(e) => { e.preventDefault(); go("/"); }}>Home</a></p></main>;
}

const root = document.getElementById("app")!;
root.textContent = "";
render(<App />, root);
