/**
 * Tests how a recognized supplier is corrected from the company's partners and the operator's company registry. The
 * test itself acts as the vision model.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { type HeldVision, READ, startHeldVision } from '../support/fakes/held-vision.ts'
import type { Client } from '../support/node/client.ts'
import { startNode, useService } from '../support/node/service.ts'
import { plainPage, untilStatus, uploadFile } from '../support/papers/reading.ts'
import { addDocument, addPartner } from '../support/scene/fixtures.ts'

const REGISTERED = '5001007329'
const service = useService()
let vision: HeldVision
let reading: Service
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-'))
  const registryFile = join(folder, 'companies.csv')
  await writeFile(registryFile, `inn;name\n${REGISTERED};ООО "Реестровое"\n7707083893;АО "Не то"\n`)
  vision = await startHeldVision()
  const recognizer = { url: vision.url, model: 'held' }
  reading = await startNode(service.databaseUrl, { recognition: { recognizer, workers: 1, registryFile } })
})
afterAll(async () => {
  await reading.stop()
  await vision.close()
  await rm(folder, { recursive: true })
})

let shade = 0
async function extractionOf(client: Client, read: object) {
  const there = client.at(reading.apiUrl)
  const id = await uploadFile(there, await plainPage(++shade))
  ;(await vision.next()).answer({ ...READ, ...read })
  return (await untilStatus(there, id, 'recognized')).extraction
}

test('if recognition mistook a bank for the supplier, the right partner of the company is proposed instead', async () => {
  const client = await service.newCompany()
  const partnerId = await addPartner(client, 'Ромашка', { inn: '7707083893' })
  await addDocument(client, { supplierId: partnerId, reference: '00БП-000809' })
  const extraction = await extractionOf(client, { supplierName: 'АО «Альфа-Банк»', number: '006П000810' })
  expect(extraction).toMatchObject({
    reference: '00БП-000810',
    supplier: { name: 'Ромашка', inn: '7707083893', partnerId },
  })
})

test('if the company has no such partner, the supplier’s name comes from the company registry', async () => {
  const client = await service.newCompany()
  const named = await extractionOf(client, { supplierName: 'АО «Альфа-Банк»', supplierInn: REGISTERED })
  expect(named.supplier).toEqual({ name: 'ООО "Реестровое"', inn: REGISTERED })
  const unknown = await extractionOf(client, { supplierName: 'ООО «Иное»', supplierInn: '9756585057' })
  expect(unknown.supplier).toEqual({ name: 'ООО «Иное»', inn: '9756585057' })
})

test('a node does not start with a company registry file that lacks the required columns', async () => {
  const registryFile = join(folder, 'bad.csv')
  await writeFile(registryFile, '7707083893;ООО\n')
  const recognizer = { url: vision.url, model: 'held' }
  const starting = startNode(service.databaseUrl, { recognition: { recognizer, workers: 1, registryFile } })
  await expect(starting).rejects.toThrow('has no columns "inn" and "name"')
})
