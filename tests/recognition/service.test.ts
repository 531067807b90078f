/** A page all the way through the service with the embedded recognizer: uploaded, read in a process of its own, listed. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useService } from '../support/service.ts'

const LIMIT_MS = 120_000
const IMPORTS = '/api/v1/procurement/imports'
const service = useService({ recognition: { recognizer: null, workers: 1 } })

const page = (name: string) => readFile(new URL(`./pages/${name}`, import.meta.url))

test(
  'an uploaded page is read by the process that ships with the service',
  async () => {
    const client = await service.newCompany()
    const truth = JSON.parse(await page('5007.json').then(String))
    const upload = { raw: await page('5007.png'), headers: { 'content-type': 'image/png' } }
    const { id } = (await client.send('POST', IMPORTS, undefined, upload)).json.result
    let file = (await client.get(`${IMPORTS}/${id}`)).json
    while (file.status === 'queued' || file.status === 'processing') {
      await new Promise((resolve) => setTimeout(resolve, 100))
      file = (await client.get(`${IMPORTS}/${id}`)).json
    }
    expect(file.error).toBeUndefined()
    expect(file.extraction).toMatchObject({ reference: truth.number, issuedAt: truth.date, total: truth.total })
    expect(
      file.extraction.lines.map(({ quantity, unitCost }: { quantity: number; unitCost: number }) => [
        quantity,
        unitCost,
      ]),
    ).toEqual(truth.lines.map(({ quantity, unitCost }: { quantity: number; unitCost: number }) => [quantity, unitCost]))
  },
  LIMIT_MS,
)
