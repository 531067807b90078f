/**
 * Estimates when an uploaded file will be ready. Source: S-FILE-8, S-FILE-9, S-FILE-10, S-FILE-11, S-FILE-12,
 * S-FILE-13.
 */

/** A file of one company that is queued or being processed. */
export interface WaitingFile {
  readonly id: string
  /** When its processing began; null: it is queued. */
  readonly startedAt: Date | null
  /** Time spent on its completed pages, without the turns of other companies in between. */
  readonly readMs: number
  /** When reading of the current page began; null: none is being read, because other companies have their turns. */
  readonly turnStartedAt: Date | null
}

export interface RecognitionProgress {
  /** Time since processing began, including the turns of other companies. */
  readonly elapsedSeconds: number
  readonly queuePosition: number
  readonly sampleCount: number
  readonly estimatedRemainingSeconds: number | null
  readonly estimateExceeded: boolean
}

/** The most recognitions that an estimate is based on (S-FILE-9). */
export const MAX_SAMPLES = 10

/**
 * Estimates the progress of each waiting file of one company, by id.
 * @param waiting In the order of the queue. At most one file is being processed, and it is the first.
 * @param durationsMs The company's last successful recognitions by the current model, at most MAX_SAMPLES.
 */
export function estimateRecognition(
  waiting: readonly WaitingFile[],
  durationsMs: readonly number[],
  now: Date,
): Map<string, RecognitionProgress> {
  const ordered = [...waiting].sort((a, b) => Number(b.startedAt !== null) - Number(a.startedAt !== null))
  const average =
    durationsMs.length === 0 ? null : durationsMs.reduce((sum, ms) => sum + ms, 0) / durationsMs.length / 1_000
  const first = ordered[0]
  const isSomeAtWork = first !== undefined && first.startedAt !== null
  const secondsSince = (at: Date | null) => (at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1_000))
  // Only time spent on reading, like the past durations.
  const spent = isSomeAtWork ? first.readMs / 1_000 + secondsSince(first.turnStartedAt) : 0
  // The file being processed comes before all others, so when it exceeds its estimate, theirs are exceeded, too.
  const isExceeded = average !== null && spent > average
  const progress = new Map<string, RecognitionProgress>()
  for (const [index, file] of ordered.entries()) {
    progress.set(file.id, {
      elapsedSeconds: rounded(secondsSince(file.startedAt)),
      queuePosition: index + 1,
      sampleCount: durationsMs.length,
      estimatedRemainingSeconds:
        average === null || isExceeded ? null : rounded(remaining({ average, spent, index, isSomeAtWork })),
      estimateExceeded: isExceeded,
    })
  }
  return progress
}

/** The remaining seconds for a file: the rest of the file being processed, the files between, and the file itself. */
function remaining({
  average,
  spent,
  index,
  isSomeAtWork,
}: {
  average: number
  spent: number
  index: number
  isSomeAtWork: boolean
}): number {
  const restAtWork = isSomeAtWork ? Math.max(0, average - spent) : 0
  const whole = isSomeAtWork ? index : index + 1
  return restAtWork + average * whole
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
