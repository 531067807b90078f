/**
 * Estimates when an uploaded file will be ready. Source: S-FILE-8, S-FILE-9, S-FILE-10, S-FILE-11, S-FILE-12,
 * S-FILE-13.
 */

/** A company's file that is queued or being processed. */
export interface WaitingFile {
  readonly id: string
  /** When processing of the file began; null while it is queued. */
  readonly startedAt: Date | null
  /**
   * The time spent on the file's completed pages, in milliseconds. It does not include the turns of other companies in
   * between.
   */
  readonly readMs: number
  /** When reading of the current page began; null when no page is being read because it is other companies' turn. */
  readonly turnStartedAt: Date | null
}

export interface RecognitionProgress {
  /** The number of seconds since processing began, including the turns of other companies. */
  readonly elapsedSeconds: number
  readonly queuePosition: number
  readonly sampleCount: number
  readonly estimatedRemainingSeconds: number | null
  readonly estimateExceeded: boolean
}

/** The maximum number of past recognitions that an estimate is based on (S-FILE-9). */
export const MAX_SAMPLES = 10

/**
 * Estimates the progress of each waiting file of a company, by the file's id.
 * @param waiting The files in the order of the queue. At most one is being processed, and it is the first.
 * @param durationsMs How long the company's last successful recognitions with the current model took, at most
 * MAX_SAMPLES.
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
  // Count only the time spent reading, because the past durations with which it is compared exclude waiting.
  const spent = isSomeAtWork ? first.readMs / 1_000 + secondsSince(first.turnStartedAt) : 0
  // The file being processed comes before all others. If it takes longer than estimated, the other files are late too.
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

/**
 * Returns the remaining seconds until a file is ready: for the rest of the file being processed, for the files in
 * between, and for the file itself.
 */
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
