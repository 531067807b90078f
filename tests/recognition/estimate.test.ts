/** Tests the estimates of when a file will be ready (S-FILE-8 to S-FILE-13), with times that the test sets. */
import { expect, test } from 'vitest'
import { estimateRecognition, type WaitingFile } from '../../server/papers/recognition-estimate.ts'

const START = Date.UTC(2026, 0, 1)
const at = (seconds: number) => new Date(START + seconds * 1_000)
const queued = (id: string): WaitingFile => ({ id, startedAt: null, readMs: 0, turnStartedAt: null })
const atWork = (id: string): WaitingFile => ({ id, startedAt: at(0), readMs: 0, turnStartedAt: at(0) })

test('no file has a time estimate until the first file has been recognized', () => {
  const progress = estimateRecognition([atWork('a'), queued('b')], [], at(4))
  expect(progress.get('a')).toEqual({
    elapsedSeconds: 4,
    queuePosition: 1,
    sampleCount: 0,
    estimatedRemainingSeconds: null,
    estimateExceeded: false,
  })
  expect(progress.get('b')).toEqual({
    elapsedSeconds: 0,
    queuePosition: 2,
    sampleCount: 0,
    estimatedRemainingSeconds: null,
    estimateExceeded: false,
  })
})

test('a file’s time estimate covers the rest of the current file, the files in between and the file itself', () => {
  const progress = estimateRecognition([atWork('a'), queued('b'), queued('c')], [8_000, 12_000], at(4))
  const remaining = ['a', 'b', 'c'].map((id) => progress.get(id)!.estimatedRemainingSeconds)
  expect(remaining).toEqual([6, 16, 26])
  expect(progress.get('c')).toMatchObject({ sampleCount: 2, queuePosition: 3, elapsedSeconds: 0 })
})

test('while no file is being read, a file’s time estimate covers only the files before it and the file itself', () => {
  const progress = estimateRecognition([queued('a'), queued('b')], [10_000], at(100))
  expect([...progress.values()].map((one) => one.estimatedRemainingSeconds)).toEqual([10, 20])
})

test('all waiting files’ estimates count as exceeded once the current file takes longer than the average', () => {
  const exactly = estimateRecognition([atWork('a'), queued('b')], [10_000], at(10))
  expect(exactly.get('b')).toMatchObject({ estimatedRemainingSeconds: 10, estimateExceeded: false })
  const longer = estimateRecognition([atWork('a'), queued('b')], [10_000], at(10.5))
  for (const id of ['a', 'b'])
    expect(longer.get(id)).toMatchObject({ estimatedRemainingSeconds: null, estimateExceeded: true })
})

test('the file that is being read comes first in the queue, even if it was uploaded last', () => {
  const progress = estimateRecognition([queued('b'), atWork('a')], [10_000], at(1))
  expect(progress.get('a')!.queuePosition).toBe(1)
  expect(progress.get('b')!.queuePosition).toBe(2)
})

test('the elapsed time of a file is never negative, even if the clock is set back', () => {
  expect(estimateRecognition([atWork('a')], [10_000], at(-5)).get('a')).toMatchObject({
    elapsedSeconds: 0,
    estimatedRemainingSeconds: 10,
  })
})

test('time spent on other companies between a file’s pages does not count as the file’s reading time', () => {
  // Reading began at second 0, two pages took 5 seconds, and the third page began at second 20.
  const reading: WaitingFile = { id: 'a', startedAt: at(0), readMs: 5_000, turnStartedAt: at(20) }
  const progress = estimateRecognition([reading, queued('b')], [10_000], at(22))
  expect(progress.get('a')).toEqual({
    elapsedSeconds: 22,
    queuePosition: 1,
    sampleCount: 1,
    estimatedRemainingSeconds: 3,
    estimateExceeded: false,
  })
  expect(progress.get('b')).toMatchObject({ estimatedRemainingSeconds: 13, estimateExceeded: false })
  expect(estimateRecognition([reading], [10_000], at(25.5)).get('a')).toMatchObject({
    estimatedRemainingSeconds: null,
    estimateExceeded: true,
  })
})

test('a file that waits between two of its pages still counts as being read', () => {
  const waiting: WaitingFile = { id: 'a', startedAt: at(0), readMs: 4_000, turnStartedAt: null }
  for (const seconds of [10, 100])
    expect(estimateRecognition([queued('b'), waiting], [10_000], at(seconds)).get('a')).toMatchObject({
      elapsedSeconds: seconds,
      queuePosition: 1,
      estimatedRemainingSeconds: 6,
    })
})
