// Draws the NATO symbols with milsymbol when the client is built: the page then carries a few paths, not the library.
import ms from "milsymbol";

// APP-6D land unit entities (set 10) by the words that games use; m2 is the sector 2 modifier.
const ENTITIES = {
  infantry: "121100", armour: "120500", motorized: "121104", mechanized: "121102", cavalry: "121300",
  artillery: "130300", "anti-tank": "120400", "anti-air": "130100", engineer: "140700", marine: "121103",
  reconnaissance: "121300", signals: "111000", supply: "163400", security: "141700", headquarters: "000000",
  rocket: "130400", medical: "161300",
};
const MODIFIED = { airborne: ["121100", "01"], mountain: ["121100", "27"], ski: ["121100", "28"] };

function sidc(entity, m2 = "00") {
  return `1003100000${entity}00${m2}`;
}

function instructions(code) {
  const symbol = new ms.Symbol(code, { fill: false, frame: true, monoColor: "#000", infoFields: false, strokeWidth: 4 });
  const out = [];
  const walk = (list) => {
    for (const d of list ?? []) {
      if (Array.isArray(d)) walk(d);
      else if (d.type === "path") {
        const filled = d.fill && d.fill !== "none" && d.fill !== false;
        out.push({ d: d.d, fill: !!filled, stroke: d.stroke !== false && d.stroke !== undefined ? !!d.stroke : !filled });
      } else if (d.type === "circle") {
        const { cx, cy, r } = d;
        out.push({ d: `M${cx - r},${cy}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0z`, fill: !!d.fill, stroke: !d.fill });
      } else if (d.type === "text") {
        out.push({ text: d.text, x: d.x, y: d.y, size: d.fontsize });
      } else if (d.draw) {
        walk(d.draw);
      }
    }
  };
  walk(symbol.drawInstructions ?? symbol.getDrawInstructions?.());
  return out;
}

export function symbolTable() {
  const table = {};
  for (const [name, entity] of Object.entries(ENTITIES)) table[name] = instructions(sidc(entity));
  for (const [name, [entity, m2]] of Object.entries(MODIFIED)) table[name] = instructions(sidc(entity, m2));
  return table;
}

export const symbolsPlugin = {
  name: "symbols",
  setup(build) {
    build.onResolve({ filter: /^nato-symbols$/ }, () => ({ path: "nato-symbols", namespace: "symbols" }));
    build.onLoad({ filter: /.*/, namespace: "symbols" }, () => ({ contents: JSON.stringify(symbolTable()), loader: "json" }));
  },
};
