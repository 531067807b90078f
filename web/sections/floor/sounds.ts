/** Plays a sound and vibrates after a scan. The browser generates the sounds, so no sound file is loaded. */

export type Outcome = 'ok' | 'wrong' | 'info'

interface Tone {
  readonly hertz: readonly number[]
  readonly shape: OscillatorType
  readonly vibration: readonly number[]
}

const TONES: Readonly<Record<Outcome, Tone>> = {
  ok: { hertz: [1_320], shape: 'sine', vibration: [40] },
  info: { hertz: [880, 880], shape: 'sine', vibration: [40, 60, 40] },
  wrong: { hertz: [220, 165], shape: 'square', vibration: [180, 80, 180] },
}
const SECONDS = 0.09
const LOUDNESS = 0.12

let context: AudioContext | undefined

/**
 * Plays the sound for an outcome. Browsers block sound until the user has touched the page, so until then nothing is
 * heard.
 */
export function sound(outcome: Outcome): void {
  const { hertz, shape, vibration } = TONES[outcome]
  try {
    navigator.vibrate?.([...vibration])
    context ??= new AudioContext()
    void context.resume().catch(() => undefined)
    for (const [at, frequency] of hertz.entries()) play(context, { frequency, shape, after: at * SECONDS })
  } catch {}
}

function play(on: AudioContext, tone: { frequency: number; shape: OscillatorType; after: number }): void {
  const begin = on.currentTime + tone.after
  const volume = new GainNode(on, { gain: LOUDNESS })
  const source = new OscillatorNode(on, { type: tone.shape, frequency: tone.frequency })
  // Fade the tone out, because a tone that stops abruptly makes a click.
  volume.gain.setTargetAtTime(0, begin + SECONDS * 0.7, SECONDS * 0.1)
  source.connect(volume).connect(on.destination)
  source.start(begin)
  source.stop(begin + SECONDS)
}
