/** Describes the data on the GS1 labels that were scanned for a line of goods. */
import type { Label } from '../codes/scanned-code.ts'
import { calendarDay } from '../words/format.ts'
import type { Say } from '../words/words.ts'

const DAYS = ['expiry', 'bestBefore', 'produced'] as const

/**
 * Describes the labels, for example `партия LOT7 · годен до 31.12.2026`, without repetitions. Returns '' if the labels
 * contain nothing to show.
 */
export function labelText(say: Say<'core'>, labels: readonly Label[] = []): string {
  const texts = labels.flatMap((label) => [
    label.batch && say('label-batch', { batch: label.batch }),
    label.serial && say('label-serial', { serial: label.serial }),
    ...DAYS.map((name) => label[name] && say(`label-${name}`, { day: calendarDay(label[name]) })),
  ])
  return [...new Set(texts.filter(Boolean))].join(' · ')
}
