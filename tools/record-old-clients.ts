/**
 * `node tools/record-old-clients.ts --checkout ../folder`: sends the requests of tests/contract/old-clients.jsonl to the
 * server of an old checkout whose packages are installed, and writes its answers there.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { signedUp } from '../tests/support/node/browser.ts'
import { Client } from '../tests/support/node/client.ts'
import { askAgain, type Exchange, OLD_DAY, OldIds, readOldDay, recordedOf } from '../tests/support/scene/old-day.ts'
import { startOldServer } from './dump/old-server.ts'

const { checkout } = parseArgs({ options: { checkout: { type: 'string' } } }).values
if (checkout === undefined) throw new Error('--checkout must be the folder of the old version')

const dataDir = await mkdtemp(join(tmpdir(), 'skladno-old-'))
const server = await startOldServer({ folder: resolve(checkout), dataDir }, {})
try {
  // The company and the token have the names that the tests give them, because answers contain these names.
  const owner = await signedUp(server.appUrl, { companyName: 'Тестовая компания' })
  const { secret } = (await owner.post('/api/v1/tokens', { name: 'test' })).json
  const client = new Client(server.apiUrl, secret, '')
  const ids = new OldIds()
  const record = async (exchange: Exchange): Promise<Exchange> => {
    if (exchange.part !== undefined) return exchange
    const reply = await askAgain(client, exchange, ids)
    if (exchange.as !== undefined && reply.status === 200) ids.give(exchange.as, reply.json.result.id)
    return { ...exchange, ...ids.hide(recordedOf(exchange, reply)) }
  }
  const lines: string[] = []
  for (const exchange of await readOldDay()) lines.push(JSON.stringify(await record(exchange)))
  await writeFile(OLD_DAY, `${lines.join('\n')}\n`)
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
