/**
 * `node tools/long-http-model.ts [--commands 10000] [--seed N] [--nodes 2]`: sends random commands over HTTP to several
 * servers that share one database, and compares the responses with the model. At the end, SQL statements check the
 * tables, and a newly started server must give the same responses, byte for byte.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCompanyWithToken } from '../server/access/new-company.ts'
import { startEmbeddedPostgres } from '../server/postgres/embedded-postgres.ts'
import { migrate } from '../server/store/migrations.ts'
import { runHttpModel } from '../tests/support/model/http-model.ts'
import { read } from '../tests/support/node/exchange.ts'
import { findDifferences } from '../tests/support/node/invariants.ts'
import { startOpenNode } from '../tests/support/node/open-node.ts'
import { newDataDir } from '../tests/support/node/server-process.ts'

const COMMANDS_PER_COMPANY = 2_500
const BURST_PROBABILITY = 0.05
const MEMORY_LIMIT_BYTES = 1 << 30

const { values } = parseArgs({
  options: { commands: { type: 'string' }, seed: { type: 'string' }, nodes: { type: 'string' } },
})
const commands = Number(values.commands ?? 10_000)
const seed = Number(values.seed ?? Date.now() % 1_000_000_000)
const nodeCount = Number(values.nodes ?? 2)

console.log(`long-http-model: ${commands} commands over ${nodeCount} nodes, --seed ${seed}`)
const { path: dataDir, remove } = await newDataDir()
const folder = join(dataDir, 'files')
const files = { place: { folder }, incoming: join(folder, 'incoming') }
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
const startNode = () => startOpenNode(postgres.adminUrl, MEMORY_LIMIT_BYTES, { files })
try {
  await migrate(postgres.adminUrl)
  const nodes = await Promise.all(Array.from({ length: nodeCount }, startNode))
  const { database } = nodes[0]!
  for (let sent = 0, company = 0; sent < commands; company += 1) {
    const email = `${company}@example.org`
    const { companyId, token } = await createCompanyWithToken(database, {
      name: 'Модель',
      userName: 'Модель',
      email,
      password: 'long enough',
    })
    const targets = nodes.map(({ url }) => ({ url, token }))
    const size = Math.min(COMMANDS_PER_COMPANY, commands - sent)
    const options = { seed: seed + company, commands: size, targets, burstProbability: BURST_PROBABILITY }
    const report = await runHttpModel(options)
    const fresh = await startNode()
    const found = await findDifferences(database, companyId)
    const [here, there] = [targets[0]!, { url: fresh.url, token }]
    const isSame = (await read(here, '/api/v1/bootstrap')).text === (await read(there, '/api/v1/bootstrap')).text
    await fresh.stop()
    if (found.length > 0 || !isSame)
      throw new Error(
        `SEED=${options.seed}: ${isSame ? '' : 'a fresh node returns different bytes; '}${found.join('; ')}`,
      )
    sent += size
    console.log(`${sent} sent; company ${company}: ${JSON.stringify(report)}`)
  }
  await Promise.all(nodes.map((node) => node.stop()))
} finally {
  await postgres.stop()
  await remove()
}
console.log(`${commands} commands agreed with the model`)
