/**
 * When an uploaded file will be ready. Source: http-api.md "Procurement import file" (the four rules), decisions.md §8
 * (`queuePosition`, the estimate).
 */

/** A file of one company that is queued or being processed, in the order of the queue. */
export interface WaitingFile {
  readonly id: string
  /** When its processing began; null: it is queued. */
  readonly startedAt: Date | null
}

export interface RecognitionProgress {
  readonly elapsedSeconds: number
  readonly queuePosition: number
  readonly sampleCount: number
  readonly estimatedRemainingSeconds: number | null
  readonly estimateExceeded: boolean
}

/** Successful recognitions behind an estimate, at most (http-api.md "Limits"). */
export const MAX_SAMPLES = 10

/**
 * The progress of each waiting file of one company, by id.
 * @param waiting in the order of the queue; at most one is being processed, and it comes first.
 * @param durationsMs of the company's last successful recognitions by the current model, at most MAX_SAMPLES.
 */
export function estimateRecognition(
  waiting: readonly WaitingFile[],
  durationsMs: readonly number[],
  now: Date,
): Map<string, RecognitionProgress> {
  const ordered = [...waiting].sort((a, b) => Number(b.startedAt !== null) - Number(a.startedAt !== null))
  const average =
    durationsMs.length === 0 ? null : durationsMs.reduce((sum, ms) => sum + ms, 0) / durationsMs.length / 1_000
  const startedAt = ordered[0]?.startedAt ?? null
  const elapsed = startedAt === null ? 0 : Math.max(0, (now.getTime() - startedAt.getTime()) / 1_000)
  // The file at work comes before all others, so that it exceeds the estimate of every one.
  const isExceeded = startedAt !== null && average !== null && elapsed > average
  const progress = new Map<string, RecognitionProgress>()
  for (const [index, file] of ordered.entries()) {
    const isAtWork = file.startedAt !== null
    progress.set(file.id, {
      elapsedSeconds: isAtWork ? rounded(elapsed) : 0,
      queuePosition: index + 1,
      sampleCount: durationsMs.length,
      estimatedRemainingSeconds:
        average === null || isExceeded
          ? null
          : rounded(remaining({ average, elapsed, index, isSomeAtWork: startedAt !== null })),
      estimateExceeded: isExceeded,
    })
  }
  return progress
}

/** The rest of the file at work, the files between, and the file itself. */
function remaining({
  average,
  elapsed,
  index,
  isSomeAtWork,
}: {
  average: number
  elapsed: number
  index: number
  isSomeAtWork: boolean
}): number {
  const restAtWork = isSomeAtWork ? Math.max(0, average - elapsed) : 0
  const whole = isSomeAtWork ? index : index + 1
  return restAtWork + average * whole
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
