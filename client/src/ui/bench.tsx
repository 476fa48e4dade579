/** The synthetic board: pans and zooms by itself and tells the main-thread time of each frame. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { JSX } from "preact";
import { syntheticBoard, syntheticScene } from "../map/synthetic";
import { MapView } from "../map/view";
import { theme } from "../store";

export function BenchPage(): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    const board = syntheticBoard();
    const map = new MapView(host.current!, board, { click: () => undefined, hover: () => undefined }, { theme: theme.peek(), label: "Synthetic board" });
    const scene = syntheticScene(board);
    map.setScene(scene);
    map.setLit({ pieces: new Set(scene.pieces.slice(0, 30).map((p) => p.id)), places: new Set(board.places.slice(600, 640).map((p) => p.id)), quiet: new Set(board.places.slice(600, 630).map((p) => p.id)), fights: new Set(board.places.slice(630, 640).map((p) => p.id)), foes: new Set() });
    const run = async (): Promise<{ frames: number; median: number; p95: number; worst: number }> => {
      const frame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()));
      for (let i = 0; i < 40; i++) await frame();
      map.frames.length = 0;
      const k = map.scale;
      for (let i = 0; i < 60; i++) { map.panBy(Math.cos(i / 8) * 14, Math.sin(i / 8) * 10); await frame(); }
      for (let i = 0; i < 45; i++) { map.zoomBy(1.03); await frame(); }
      for (let i = 0; i < 60; i++) { map.panBy(Math.cos(i / 8) * 22, Math.sin(i / 8) * 16); await frame(); }
      for (let i = 0; i < 30; i++) { map.zoomBy(k / map.scale > 1 ? 1 : 0.96); await frame(); }
      const times = [...map.frames].sort((a, b) => a - b);
      const at = (p: number): number => times[Math.min(times.length - 1, Math.floor(p * times.length))] ?? 0;
      const out = { frames: times.length, median: at(0.5), p95: at(0.95), worst: at(1) };
      setText(`${board.places.length} hexes, ${scene.pieces.length} counters: ${out.frames} frames, median ${out.median.toFixed(1)} ms, 95% ${out.p95.toFixed(1)} ms, worst ${out.worst.toFixed(1)} ms`);
      return out;
    };
    Object.assign(window, { grognardBench: run, grognardMap: map });
    return () => map.destroy();
  }, []);
  return <main class="bench" aria-label="Synthetic board"><div class="map-host" ref={host} /><p class="bench-text" role="status">{text}</p></main>;
}
