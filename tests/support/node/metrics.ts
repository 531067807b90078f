/** Reads the metrics that a node exposes to Prometheus. */
import { expect } from 'vitest'

export interface Figures {
  /** The metric values keyed by series, such as `skladno_commands_total{outcome="executed"}`. */
  readonly series: ReadonlyMap<string, number>
  /** The names of all series that can be queried. */
  readonly names: ReadonlySet<string>
  readonly text: string
}

export async function readFigures(url: string): Promise<Figures> {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  const text = await response.text()
  const series = new Map<string, number>()
  const names = new Set<string>()
  for (const line of text.split('\n')) {
    const [, kind, name] = /^# (TYPE|HELP) (\S+)/.exec(line) ?? []
    if (kind === 'TYPE') for (const suffix of ['', '_bucket', '_sum', '_count']) names.add(name + suffix)
    if (line === '' || line.startsWith('#')) continue
    const at = line.lastIndexOf(' ')
    series.set(line.slice(0, at), Number(line.slice(at + 1)))
  }
  return { series, names, text }
}

/**
 * Returns the growth of a series between two readings. The whole process shares its counters, so tests compare the
 * values before and after.
 */
export const growthOf = (before: Figures, after: Figures, name: string): number =>
  (after.series.get(name) ?? 0) - (before.series.get(name) ?? 0)
