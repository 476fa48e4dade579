/** Soft sounds, for who wants them: a knock for a counter, a rattle for dice, two notes for one's own turn. */
import { soundsOn } from "./store";

let audio: AudioContext | undefined;

function tone(at: number, pitch: number, long: number, loud: number, kind: OscillatorType = "sine"): void {
  if (!audio) return;
  const osc = audio.createOscillator(), gain = audio.createGain(), start = audio.currentTime + at;
  osc.type = kind;
  osc.frequency.value = pitch;
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  osc.connect(gain).connect(audio.destination);
  osc.start(start);
  osc.stop(start + long);
}

export function sound(what: "move" | "dice" | "turn"): void {
  if (!soundsOn.value) return;
  audio ??= new AudioContext();
  if (what === "move") tone(0, 180, 0.09, 0.08, "triangle");
  else if (what === "dice") for (let i = 0; i < 5; i++) tone(i * 0.07 + (i % 2) * 0.02, 320 + ((i * 137) % 260), 0.05, 0.05, "triangle");
  else { tone(0, 523, 0.25, 0.05); tone(0.14, 659, 0.35, 0.05); }
}
