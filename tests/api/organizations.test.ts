/** Tests the company's own organizations: their fields, updates and deletion. */
import { expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
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
} from '../support/scene/fixtures.ts'

const service = useService()
const PATH = '/api/v1/organizations'
const WORDS = ['legalKind', 'fullName', 'inn', 'kpp', 'ogrn', 'legalAddress', 'actualAddress']
const filled = Object.fromEntries(WORDS.map((field) => [field, `${field} 1`]))
const empty = Object.fromEntries(WORDS.map((field) => [field, null]))

test('the response to a new organization has every field of the specification, with null for omitted fields', async () => {
  const client = await service.newCompany()
  const organization = await client.made('POST', PATH, { name: ' ООО «Свои» ' })
  expect(organization).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    name: 'ООО «Свои»',
    ...empty,
    bankAccounts: [],
    archived: false,
    createdAt: expect.stringMatching(MOMENT),
    updatedAt: expect.stringMatching(MOMENT),
  })
  expect(await findIn(client, 'organizations', organization.id)).toEqual(organization)
  expect((await client.state()).totals.organizations).toBe(1)
})

test('an organization update keeps omitted fields, clears fields that are null or empty, and replaces the list of bank accounts', async () => {
  const client = await service.newCompany()
  const bankAccounts = [{ bankName: 'Банк', accountNumber: '40702', лимит: { сумма: 1 } }, {}]
  const { id } = await client.made('POST', PATH, { name: 'Свои', ...filled, bankAccounts })
  expect(await client.made('PATCH', `${PATH}/${id}`, {})).toMatchObject({ name: 'Свои', ...filled, bankAccounts })
  const other = await client.made('PATCH', `${PATH}/${id}`, { name: 'Наши', bankAccounts: [{ bic: '1' }] })
  expect(other).toMatchObject({ name: 'Наши', ...filled, bankAccounts: [{ bic: '1' }] })
  const cleared = await client.made('PATCH', `${PATH}/${id}`, { ...empty, inn: '', bankAccounts: null })
  expect(cleared).toMatchObject({ name: 'Наши', ...empty, bankAccounts: [] })
})

test('tax and account numbers of organizations and partners are stored without spaces, and a tax number is found with or without spaces', async () => {
  const client = await service.newCompany()
  const account = { bankName: 'Банк 24', accountNumber: '40702 810 9 0000 0012345', bic: '044 525 225' }
  const given = { inn: ' 77 07 083 893 ', kpp: '7707\u00a001001', ogrn: '1027700\u2009132195', bankAccounts: [account] }
  const kept = {
    inn: '7707083893',
    kpp: '770701001',
    ogrn: '1027700132195',
    bankAccounts: [{ bankName: 'Банк 24', accountNumber: '40702810900000012345', bic: '044525225' }],
  }
  for (const path of [PATH, '/api/v1/partners']) {
    const { id } = await client.made('POST', path, { name: 'Свои', ...given })
    expect(await client.made('PATCH', `${path}/${id}`, {})).toMatchObject(kept)
    const other = { inn: 'ИНН 77 07', bankAccounts: [{ accountNumber: 'DE89 3704', bic: 1 }] }
    expect(await client.made('PATCH', `${path}/${id}`, other)).toMatchObject(other)
    expect(await client.made('PATCH', `${path}/${id}`, given)).toMatchObject(kept)
    for (const q of ['7707083893', '77 07 083 893']) {
      const { items } = (await client.get(`${path}?q=${encodeURIComponent(q)}`)).json
      expect(items.map((one: { id: string }) => one.id)).toEqual([id])
    }
  }
})

test('organizations may share a name, but each must have one', async () => {
  const client = await service.newCompany()
  const id = await addOrganization(client)
  expect(await addOrganization(client)).not.toBe(id)
  for (const name of [null, '', ' ']) {
    const problem = await client.refused('PATCH', `${PATH}/${id}`, { name })
    expect([problem.code, ...new Set(pathsOf(problem))]).toEqual(['VALIDATION_FAILED', '/name'])
  }
})

test('an archived organization can be changed and restored', async () => {
  const client = await service.newCompany()
  const id = await addOrganization(client)
  expect(await client.made('PATCH', `${PATH}/${id}`, { archived: true })).toMatchObject({ archived: true })
  expect(await client.made('PATCH', `${PATH}/${id}`, { inn: '7' })).toMatchObject({ archived: true, inn: '7' })
  expect(await client.made('PATCH', `${PATH}/${id}`, { archived: false })).toMatchObject({ archived: false, inn: '7' })
})

test('an organization’s bank account with a dangerous key such as constructor is refused', async () => {
  const client = await service.newCompany()
  const problem = await client.refused('POST', PATH, { name: 'Свои', bankAccounts: [{}, { constructor: 1 }] })
  expect([problem.code, pathsOf(problem)]).toEqual(['VALIDATION_FAILED', ['/bankAccounts/1']])
})

test('an organization can be deleted only if no contract, document or payment refers to it', async () => {
  const client = await service.newCompany()
  const organizationId = await addOrganization(client)
  const partnerId = await addPartner(client, 'Завод')
  const contract = await addContract(client, { partnerId, organizationId, number: '17' })
  const document = await addDocument(client, { organizationId })
  const payment = await addPayment(client, { partnerId, organizationId })
  const problem = await client.refused('DELETE', `${PATH}/${organizationId}`, {})
  expect(problem).toMatchObject({
    code: 'HAS_REFERENCES',
    detail: expect.stringContaining('1 contract, 1 document, 1 payment'),
    blockers: [
      { entity: 'contract', id: contract, label: 'Contract 17' },
      { entity: 'document', id: document, label: 'Document 00001' },
      { entity: 'payment', id: payment, label: 'Payment 00001' },
    ],
  })
  await client.made('DELETE', `/api/v1/procurement/payments/${payment}`, {})
  await client.made('DELETE', `/api/v1/procurement/documents/${document}`, {})
  expect((await client.refused('DELETE', `${PATH}/${organizationId}`, {})).blockers).toHaveLength(1)
  await client.made('DELETE', `/api/v1/contracts/${contract}`, {})
  expect(await client.made('DELETE', `${PATH}/${organizationId}`, {})).toEqual({ id: organizationId, deleted: true })
  expect((await client.state()).organizations).toEqual([])
})
