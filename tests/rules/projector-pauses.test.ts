/**
 * Tests how a projector handles commits and readers while a long projection pauses or has just ended. The database is a
 * fake that only counts revisions.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryConfig, QueryResult } from 'pg'
import { expect, test } from 'vitest'
import { projectionsIn } from '../../server/store/projections.ts'
import { Projector } from '../../server/store/projector.ts'
import type { Statements } from '../../server/store/statements.ts'

/**
 * The duration in milliseconds of the first update, and so of the pause after it. The pause ends before the projector's
 * own search for companies that are behind, which runs every 300 ms.
 */
const LONG_STEP_MS = 80

/** Returns commands with these revisions. Their images are not sent along, so the projector reads them from the log. */
const commands = (from: number, upto: number) =>
  Array.from({ length: upto - from + 1 }, (_, at) => ({
    revision: from + at,
    images: [{ kind: 'imports', key: `${from + at}`, text: null }],
  }))

test('commits that arrive during the pause after an update of the list tables are processed too', async () => {
  const tables = new Map([
    ['busy', 0],
    ['other', 0],
  ])
  let log = 600
  const { promise: never } = Promise.withResolvers<never>()
  let steps = 0
  const statements: Statements = {
    async query<T extends object>({ values = [] }: QueryConfig) {
      const [company, most] = values as [string, number]
      if (company === 'other') return never
      steps += 1
      if (steps === 1) await sleep(LONG_STEP_MS)
      tables.set(company, Math.min(log, tables.get(company)! + most))
      return { rows: [{ revision: tables.get(company) }] } as unknown as QueryResult<T>
    },
  }
  const projector = new Projector(projectionsIn(statements))
  // Another company writes too, because there are pauses only if several companies write.
  projector.note('other', 0, commands(1, 1))
  projector.note('busy', 0, commands(1, 600))
  while (tables.get('busy') === 0) await sleep(1)
  // The first of two steps is done, and the pause after it has begun. Check that readers do not wait for the end of the
  // pause.
  await projector.reach('busy', 600)
  expect(tables.get('busy')).toBe(600)
  log = 601
  projector.note('busy', 600, commands(601, 601))
  await sleep(LONG_STEP_MS + 40)
  log = 602
  projector.note('busy', 601, commands(602, 602))
  await projector.reach('busy', 601)
  expect(tables.get('busy')).toBeGreaterThanOrEqual(601)
  projector.stop()
})

test('a reader that arrives as an update of the list tables ends waits for the next update', async () => {
  const MOMENTS = 30
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    let log = 1
    const asked: PromiseWithResolvers<void>[] = []
    const statements: Statements = {
      async query<T extends object>() {
        const seen = log
        const step = Promise.withResolvers<void>()
        asked.push(step)
        await step.promise
        return { rows: [{ revision: seen }] } as unknown as QueryResult<T>
      },
    }
    const projector = new Projector(projectionsIn(statements))
    const first = projector.reach('shop', 1)
    while (asked.length === 0) await sleep(1)
    log = 2
    asked[0]!.resolve()
    for (let tick = 0; tick < moment; tick += 1) await Promise.resolve()
    const second = projector.reach('shop', 2)
    const answering = setInterval(() => asked.at(-1)!.resolve(), 1)
    try {
      await expect(Promise.all([first, second]), `moment ${moment}`).resolves.toBeDefined()
    } finally {
      clearInterval(answering)
      projector.stop()
    }
  }
})

test('a reader that waits for a revision of the list tables gets it even if the first update fails', async () => {
  let tables = 1
  const statements: Statements = {
    async query<T extends object>({ name, values = [] }: QueryConfig) {
      // Simulate that revision 2, which another node has committed, has not been projected yet.
      if (name === 'project_company') tables = Math.min(3, tables + (values[1] as number))
      return { rows: [{ revision: tables }] } as unknown as QueryResult<T>
    },
  }
  const projector = new Projector(projectionsIn(statements))
  let isFirst = true
  projector.beforeStep = () => {
    if (!isFirst) return
    isFirst = false
    throw new Error('on purpose')
  }
  projector.note('shop', 2, commands(3, 3))
  await projector.reach('shop', 3)
  expect(tables).toBe(3)
  projector.stop()
})
