// Builds the client into src/grognard/client (package data), or the tests into build/tests.
import { build } from "esbuild";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { symbolsPlugin } from "./symbols.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const tests = process.argv.includes("--tests");
const at = process.argv.indexOf("--out");
const out = at > 0 ? path.resolve(process.argv[at + 1]) : tests ? path.join(here, "build/tests") : path.join(here, "../src/grognard/client");

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

const common = { bundle: true, logLevel: "warning", plugins: [symbolsPlugin], jsx: "automatic", jsxImportSource: "preact", absWorkingDir: here };

if (tests) {
  const files = (await readdir(path.join(here, "tests"))).filter((f) => f.endsWith(".test.ts"));
  await build({ ...common, entryPoints: files.map((f) => `tests/${f}`), outdir: out, platform: "node", format: "esm", outExtension: { ".js": ".mjs" } });
} else {
  const result = await build({
    ...common, entryPoints: { app: "src/main.tsx", style: "src/style.css" }, outdir: out, format: "esm", target: "es2022",
    minify: true, splitting: true, entryNames: "[name]-[hash]", chunkNames: "[name]-[hash]", metafile: true, legalComments: "none",
  });
  const names = Object.keys(result.metafile.outputs).map((f) => path.basename(f));
  const find = (start, end) => names.find((n) => n.startsWith(start) && n.endsWith(end));
  const page = await readFile(path.join(here, "src/index.html"), "utf8");
  await writeFile(path.join(out, "index.html"), page.replace("{{app}}", find("app", ".js")).replace("{{style}}", find("style", ".css")));
  await copyFile(path.join(here, "src/icon.svg"), path.join(out, "icon.svg"));
  let total = 0;
  for (const n of names) total += gzipSync(await readFile(path.join(out, n))).length;
  console.log(`client built: ${names.length} files, ${(total / 1000).toFixed(1)} kB compressed`);
}
