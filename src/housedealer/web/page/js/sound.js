/** Small sounds, made here and off unless wanted. */

import { settings } from "./state.js";

/** @type {AudioContext | null} */
let studio = null;

/** @param {number} pitch @param {number} length @param {number} loud @param {OscillatorType} [kind] */
function tone(pitch, length, loud, kind = "triangle") {
  if (!settings.sound) return;
  studio ??= new AudioContext();
  const now = studio.currentTime;
  const voice = studio.createOscillator();
  const volume = studio.createGain();
  voice.type = kind;
  voice.frequency.setValueAtTime(pitch, now);
  voice.frequency.exponentialRampToValueAtTime(pitch * 0.6, now + length);
  volume.gain.setValueAtTime(loud, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + length);
  voice.connect(volume).connect(studio.destination);
  voice.start(now);
  voice.stop(now + length);
}

export const clicks = {
  chip: () => tone(2600, 0.05, 0.12),
  card: () => tone(700, 0.04, 0.1, "square"),
  turn: () => tone(880, 0.18, 0.14),
  win: () => [523, 659, 784].forEach((pitch, at) => setTimeout(() => tone(pitch, 0.22, 0.12), 110 * at)),
};
