/** The map is drawn from the page's one store by effects: it is told of a thing when that thing changes, and by nobody else. */
import { effect } from "@preact/signals";
import type { Session } from "../session";
import { counterSize, motion, theme } from "../store";
import type { MapView } from "./view";

/** Keeps the map in line with the table; answers how to stop. */
export function bind(s: Session, map: MapView): () => void {
  const stops = [
    effect(() => map.setTheme(theme.value)),
    effect(() => { map.motion = motion.value; }),
    effect(() => map.setCounterScale(counterSize.value)),
    effect(() => { const scene = s.scene.value; if (scene) map.setScene(scene, s.takeGlides(scene)); }),
    effect(() => map.setLit(s.lit.value)),
    effect(() => map.setChosen(s.chosen.value)),
    effect(() => map.setFocus(s.pointed.value)),
    effect(() => map.setBad(s.bad.value)),
    effect(() => map.setOverlay(s.overlay.value)),
    effect(() => map.setArrows(s.arrows.value)),
    effect(() => map.setTrails(s.trails.value)),
    effect(() => map.setExtras(Object.keys(s.notes.value).filter(Boolean), s.ruler.value?.way ?? [])),
    effect(() => map.setReach(s.replay.value ? null : s.reach.value)),
    effect(() => map.setPreview(s.looks.preview.value)),
    effect(() => map.setCursor(s.atMap.value ? s.cursor.value : null)),
    effect(() => map.setHidePieces(s.peeking.value)),
  ];
  return () => { for (const stop of stops) stop(); };
}
