/**
 * A program that keeps requesting data from a fake MoySklad until it is killed: `node asker.ts <database> <source>
 * <pace as JSON>`.
 */
import { FOREVER, openAskingNode } from './node.ts'

const [databaseUrl = '', sourceUrl = '', pace = ''] = process.argv.slice(2)
const node = openAskingNode(databaseUrl, sourceUrl, JSON.parse(pace))
const client = node.client()
process.stdout.write('asking\n')
for (;;) await client.get('/entity/currency', { signal: FOREVER }, async () => null)
