// Short sounds of moves, made by the browser. They are off until the user wants them.

/** Pitch in hertz, shape and length in seconds of each sound. @type {Record<string, {pitch: number[], shape: OscillatorType, length: number}>} */
const SOUNDS = {
  move: { pitch: [340], shape: "triangle", length: 0.07 },
  loss: { pitch: [150], shape: "sawtooth", length: 0.16 },
  end: { pitch: [392, 523], shape: "triangle", length: 0.22 },
};
const LOUDNESS = 0.12;

export class Sounds {
  constructor() {
    this.on = false;
    /** @type {AudioContext | undefined} */
    this.context = undefined;
  }

  /** @param {keyof typeof SOUNDS} name */
  play(name) {
    if (!this.on) return;
    this.context ??= new AudioContext();
    const { pitch, shape, length } = SOUNDS[name];
    pitch.forEach((hertz, index) => this.tone(hertz, shape, index * length * 0.8, length));
  }

  /** @param {number} hertz @param {OscillatorType} shape @param {number} delay @param {number} length */
  tone(hertz, shape, delay, length) {
    const context = /** @type {AudioContext} */ (this.context);
    const start = context.currentTime + delay;
    const [source, volume] = [context.createOscillator(), context.createGain()];
    source.type = shape;
    source.frequency.value = hertz;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    source.connect(volume).connect(context.destination);
    source.start(start);
    source.stop(start + length);
  }
}
