/**
 * Replays the working day of a client that knows only version 1.0.0 on a new company. Every key and value of the answers
 * of that time must still be there; additional keys are allowed. Source: S-SERVICE-8.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { entriesOf, isRoute } from '../support/contract/specification.ts'
import { useService } from '../support/node/service.ts'
import { askAgain, OldIds, readOldDay, recordedOf } from '../support/scene/old-day.ts'

const service = useService()

test('a client of version 1.0.0 still gets every status, key and value that version 1.0.0 sent', async () => {
  const client = await service.newCompany()
  const ids = new OldIds()
  const wrong: string[] = []
  for (const exchange of await readOldDay()) {
    if (exchange.part !== undefined) continue
    const reply = await askAgain(client, exchange, ids)
    const { ask, body, status, told = {}, answer } = exchange
    const found = ids.differences({ status, told, answer }, { told: {}, ...recordedOf(exchange, reply) })
    if (found.length > 0) wrong.push(`${ask} ${JSON.stringify(body) ?? ''}`, ...found)
  }
  expect(wrong).toEqual([])
})

/** The routes of version 1.0.0 that need a recognizer, a session or another service. Their own tests cover them. */
const ELSEWHERE = /extsys|imports\/|^POST .*\/imports$/

test('the recorded day uses every route of version 1.0.0', async () => {
  const page = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8')
  const routes = entriesOf(page).filter(isRoute)
  const day = await readOldDay()
  const asked = day.map(({ ask = '' }) => ask.replace(/<[a-z\d ]+>/g, '{}').replace(/\?.*/, ''))
  const covered = (route: string) => ELSEWHERE.test(route) || asked.includes(route.replace(/\{\w+\}/g, '{}'))
  expect(routes.map(({ subject }) => subject).filter((route) => !covered(route))).toEqual([])
  expect(day.filter(({ status = 0 }) => status >= 400).length).toBeGreaterThan(40)
})
