/** Tests contracts between the company's own organizations and its partners. */
import { expect, test } from 'vitest'
import { useService } from '../support/node/service.ts'
import {
  addContract,
  addDocument,
  addOrganization,
  addPartner,
  addPayment,
  findIn,
  ISSUED_ID,
  MOMENT,
  moveDocument,
  movePayment,
} from '../support/scene/fixtures.ts'

const service = useService()
const PATH = '/api/v1/contracts'

async function openDesk() {
  const client = await service.newCompany()
  const partnerId = await addPartner(client, 'Завод')
  const organizationId = await addOrganization(client)
  return { client, partnerId, organizationId, parties: { partnerId, organizationId } }
}

test('a new contract has every field of the specification, with null for omitted fields', async () => {
  const { client, parties } = await openDesk()
  for (const kind of ['purchase', 'sale', 'commission']) {
    const contract = await client.made('POST', PATH, { kind, ...parties })
    expect(contract).toEqual({
      id: expect.stringMatching(ISSUED_ID),
      ...parties,
      kind,
      number: null,
      signedAt: null,
      commissionPercent: null,
      note: null,
      archived: false,
      createdAt: expect.stringMatching(MOMENT),
      updatedAt: expect.stringMatching(MOMENT),
    })
    expect(await findIn(client, 'contracts', contract.id)).toEqual(contract)
  }
  expect((await client.state()).totals.contracts).toBe(3)
})

test('an update of a contract keeps omitted fields and clears fields set to null', async () => {
  const { client, parties } = await openDesk()
  const fields = { number: '17', signedAt: '2026-01-15', commissionPercent: 2.5, note: 'Год' }
  const { id } = await client.made('POST', PATH, { kind: 'sale', ...parties, ...fields })
  expect(await client.made('PATCH', `${PATH}/${id}`, {})).toMatchObject({ kind: 'sale', ...parties, ...fields })
  const moment = await client.made('PATCH', `${PATH}/${id}`, {
    kind: 'commission',
    signedAt: '2026-01-15T03:00:00+03:00',
  })
  expect(moment).toMatchObject({ kind: 'commission', signedAt: '2026-01-15T00:00:00.000Z', number: '17' })
  const empty = { number: null, signedAt: null, commissionPercent: null, note: null }
  expect(await client.made('PATCH', `${PATH}/${id}`, empty)).toMatchObject({ ...empty, kind: 'commission' })
})

test('an archived partner or organization cannot be added to a contract, but a contract that already has it keeps it', async () => {
  const { client, partnerId, organizationId, parties } = await openDesk()
  const id = await addContract(client, parties)
  const fresh = { partnerId: await addPartner(client, 'Новый'), organizationId: await addOrganization(client) }
  for (const [collection, own, field] of [
    ['partners', partnerId, 'partnerId'],
    ['organizations', organizationId, 'organizationId'],
  ] as const) {
    await client.made('PATCH', `/api/v1/${collection}/${own}`, { archived: true })
    expect((await client.refused('POST', PATH, { kind: 'sale', ...parties })).code).toBe('ARCHIVED')
    const other = await addContract(client, fresh)
    expect((await client.refused('PATCH', `${PATH}/${other}`, { [field]: own })).code).toBe('ARCHIVED')
    expect(await client.made('PATCH', `${PATH}/${id}`, { ...parties, note: 'х' })).toMatchObject({
      ...parties,
      note: 'х',
    })
    await client.made('PATCH', `/api/v1/${collection}/${own}`, { archived: false })
  }
})

test('the parties of a contract can be changed until a document or payment refers to it', async () => {
  const { client, partnerId, parties } = await openDesk()
  const id = await addContract(client, parties)
  const other = { partnerId: await addPartner(client, 'Новый'), organizationId: await addOrganization(client) }
  expect(await client.made('PATCH', `${PATH}/${id}`, other)).toMatchObject(other)
  await client.made('PATCH', `${PATH}/${id}`, parties)
  const document = await addDocument(client, { contractId: id })
  const payment = await addPayment(client, { partnerId, contractId: id })
  for (const [field, value] of Object.entries(other)) {
    const problem = await client.refused('PATCH', `${PATH}/${id}`, { [field]: value })
    expect(problem.code).toBe('HAS_REFERENCES')
    expect(problem.detail).toMatch(/: 1 document, 1 payment\. Create another contract/)
  }
  expect(await client.made('PATCH', `${PATH}/${id}`, { ...parties, kind: 'sale' })).toMatchObject({ kind: 'sale' })
  await client.made('DELETE', `/api/v1/procurement/documents/${document}`, {})
  await client.made('DELETE', `/api/v1/procurement/payments/${payment}`, {})
  expect(await client.made('PATCH', `${PATH}/${id}`, other)).toMatchObject(other)
})

test('a contract cannot be deleted while a document or payment refers to it, even a cancelled document or a posted payment', async () => {
  const { client, partnerId, parties } = await openDesk()
  const id = await addContract(client, parties)
  const document = await addDocument(client, { contractId: id })
  const payment = await addPayment(client, { partnerId, contractId: id })
  const refuse = async () => {
    const problem = await client.refused('DELETE', `${PATH}/${id}`, {})
    expect(problem).toMatchObject({
      code: 'HAS_REFERENCES',
      blockers: [
        { entity: 'document', id: document, label: 'Document 00001' },
        { entity: 'payment', id: payment, label: 'Payment 00001' },
      ],
    })
  }
  await refuse()
  await moveDocument(client, document, 'cancelled')
  await movePayment(client, payment, 'posted')
  await refuse()
  const free = await addContract(client, parties)
  expect(await client.made('DELETE', `${PATH}/${free}`, {})).toEqual({ id: free, deleted: true })
})

test('a partner or organization cannot be deleted while a contract refers to it', async () => {
  const { client, partnerId, organizationId, parties } = await openDesk()
  const id = await addContract(client, parties)
  for (const path of [`partners/${partnerId}`, `organizations/${organizationId}`]) {
    const problem = await client.refused('DELETE', `/api/v1/${path}`, {})
    expect(problem).toMatchObject({
      code: 'HAS_REFERENCES',
      blockers: [{ entity: 'contract', id, label: 'Contract purchase' }],
    })
  }
})
