import { afterAll, beforeAll, expect, test } from 'vitest'
import { APART } from '../../server/engine/checkpoints.ts'
import type { Service } from '../../server/service.ts'
import { chooseSeed } from '../support/chance/chance.ts'
import { runHttpModel } from '../support/model/http-model.ts'
import type { Client } from '../support/node/client.ts'
import { read, type Target } from '../support/node/exchange.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { startNode, useService } from '../support/node/service.ts'

/** `npm run test:long-http` sends as many as wanted. */
const COMMANDS = 400
/** The test's time limit in milliseconds. An idle machine needs much less time. */
const PATIENCE_MS = 300_000

const service = useService()
let secondNode: Service
const seed = chooseSeed(20_261_121)

beforeAll(async () => {
  // With these settings the server makes many checkpoints within one short run.
  Object.assign(APART, { least: 9, recordsPerCommand: 1_000 })
  console.log(`http-model.test.ts SEED=${seed}`)
  secondNode = await startNode(service.databaseUrl)
})
afterAll(() => secondNode.stop())

/** Returns a company's state from a new node, which has not loaded the company before. */
async function freshBytes(client: Client): Promise<string> {
  const node = await startNode(service.databaseUrl)
  try {
    return (await read({ ...client, url: node.apiUrl }, '/api/v1/bootstrap')).text
  } finally {
    await node.stop()
  }
}

async function expectAllWell(client: Client, target: Target): Promise<void> {
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
  expect(await freshBytes(client)).toBe((await read(target, '/api/v1/bootstrap')).text)
}

test(
  'random commands over HTTP give the results that a separate model predicts, even when they are repeated',
  async () => {
    const client = await service.newCompany('Модель')
    const target = { url: service.url, token: client.token }
    const report = await runHttpModel({ seed, commands: COMMANDS, targets: [target], burstProbability: 0 })
    console.log(report)
    expect(report.replayed).toBeGreaterThan(COMMANDS / 20)
    await expectAllWell(client, target)
  },
  PATIENCE_MS,
)

test(
  'random commands over HTTP to two nodes give the results that a separate model predicts, even in bursts',
  async () => {
    const client = await service.newCompany('Два узла')
    const targets = [service.url, secondNode.apiUrl].map((url) => ({ url, token: client.token }))
    const report = await runHttpModel({ seed: seed + 1, commands: COMMANDS, targets, burstProbability: 0.05 })
    console.log(report)
    for (const target of targets) await expectAllWell(client, target)
  },
  PATIENCE_MS,
)
