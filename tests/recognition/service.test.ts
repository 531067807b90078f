/** A page all the way through the service with the embedded recognizer: uploaded, read in a process of its own, listed. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useService } from '../support/service.ts'

const LIMIT_MS = 120_000
const IMPORTS = '/api/v1/procurement/imports'
const service = useService({ recognition: { recognizer: null, workers: 1 } })

const page = (name: string) => readFile(new URL(`./pages/${name}`, import.meta.url))

/** How nice each thread of the process is that reads pages for this one. */
async function readerPriorities(): Promise<number[]> {
  const nices: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const file = (name: string) => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '')
    // Behind the name in brackets: state, parent, …, the 17th is how nice.
    const fieldsOf = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fieldsOf(await file('stat'))[1] !== String(process.pid)) continue
    if (!(await file('cmdline')).includes('recognition-process')) continue
    for (const thread of await readdir(`/proc/${pid}/task`)) {
      const stat = await file(`task/${thread}/stat`)
      // One that has just ended has none.
      if (stat !== '') nices.push(Number(fieldsOf(stat)[16]))
    }
  }
  return nices
}

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
    // It waits for the next file. Requests go before every thread of it, not only before the one that asked for that.
    if (!existsSync('/proc/self/task')) return
    const nices = await readerPriorities()
    expect(nices.length).toBeGreaterThan(1)
    expect(new Set(nices)).toEqual(new Set([19]))
  },
  LIMIT_MS,
)
