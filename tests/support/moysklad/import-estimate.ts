/** Compares an import's estimates of its remaining time with the time it actually took. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ImportRun } from './imports-run.ts'

export interface Estimate {
  /** The part of the total time that had passed, from 0 to 1. */
  readonly share: number
  readonly saidSeconds: number
  readonly tookSeconds: number
  /** The estimate's error, as a fraction of the actual time. */
  readonly error: number
}

const LOOK_MS = 100
const SHARES = [0.1, 0.5, 0.9]

/** Watches an import's preview from beginning to end. Returns its estimates of the remaining time. */
export async function estimatesOf(run: ImportRun, jobId: string): Promise<{ seconds: number; estimates: Estimate[] }> {
  const startedAt = performance.now()
  const said: { at: number; seconds: number }[] = []
  for (;;) {
    const { status, progress } = await run.read(jobId)
    const at = (performance.now() - startedAt) / 1_000
    if (status === 'ready') return { seconds: at, estimates: compared(said, at) }
    if (progress.estimatedRemainingSeconds !== null) said.push({ at, seconds: progress.estimatedRemainingSeconds })
    await pause(LOOK_MS)
  }
}

function compared(said: readonly { at: number; seconds: number }[], seconds: number): Estimate[] {
  return SHARES.map((share) => {
    const one = said.find(({ at }) => at >= share * seconds)!
    const tookSeconds = seconds - one.at
    const error = (one.seconds - tookSeconds) / tookSeconds
    return { share, saidSeconds: one.seconds, tookSeconds, error }
  })
}
