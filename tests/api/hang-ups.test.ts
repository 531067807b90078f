/** Checks that the service logs no error when a client closes its connection before it has the whole response. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startOpenNode } from '../support/node/open-node.ts'
import { headText, openConnection } from '../support/node/raw-http.ts'
import { useService } from '../support/node/service.ts'
import { openShop } from '../support/scene/fixtures.ts'

const service = useService()

test('a client that disconnects before or during the response leaves no error in the log', async () => {
  const { client } = await openShop(await service.newCompany(), 5)
  for (let n = 0; n < 12; n += 1)
    await client.post('/api/v1/products', { name: `Паспорт ${n}`, customValues: { текст: 'x'.repeat(60_000) } })
  const lines: string[] = []
  const node = await startOpenNode(service.databaseUrl, undefined, { lines })
  try {
    for (let round = 0; round < 200; round += 1) {
      const body = JSON.stringify({ name: `Склад ${round}` })
      const head = headText('POST', '/api/v1/warehouses', {
        Authorization: `Bearer ${client.token}`,
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
        'Idempotency-Key': `hang-up-${round}`,
      })
      const { socket, closed } = await openConnection(node.url)
      socket.write(head + body)
      await sleep(round % 10)
      socket.destroy()
      await closed
    }
    expect((await client.at(node.url).get('/api/v1/bootstrap')).status).toBe(200)
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
  } finally {
    await node.stop()
  }
})
