/**
 * Compares the documented refusals of each operation with the actual ones. Covers GET requests, and those commands that
 * the random model does not run.
 */
import { expect, test } from 'vitest'
import type { Command } from '../../server/commands/define.ts'
import { COMMANDS } from '../../server/commands/table.ts'
import { FIGURES } from '../../server/http/openapi/problems.ts'
import { operationsOf } from '../support/contract/openapi.ts'
import { readProblem } from '../support/contract/problems.ts'
import { OF_LIMITS } from '../support/contract/refusals.ts'
import { MODEL_RULES } from '../support/model/model-state.ts'
import { useService } from '../support/node/service.ts'
import { COST_KEYS_OF_RECORDS } from '../support/scene/cost-blind.ts'
import { addContract, addPartner, UNKNOWN_ID } from '../support/scene/fixtures.ts'
import { askOrdering } from '../support/scene/refused-ordering.ts'
import { askPicking } from '../support/scene/refused-picking.ts'
import { askStocktakes, STOCKTAKE_COMMANDS } from '../support/scene/refused-stocktakes.ts'
import { bodyIn, paramsOf, pathIn, sendCommand, setScene } from '../support/scene/scene.ts'

const service = useService()

/** The query parameters that refer to records, by operation. Operations without such parameters are not listed. */
const NAMED: Readonly<Record<string, string>> = {
  readCatalog: `priceTypeId=${UNKNOWN_ID}`,
  listExternalLinks: 'source=ozon&entityType=order&externalId=1',
}

interface ReadOperation {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string }[]
}

function queryOf({ operationId, parameters }: ReadOperation): string {
  const filter = parameters.find(({ name }) => /^(warehouse|product|customer|partner|stocktake)Id$/.test(name))
  const period = parameters.some(({ name }) => name === 'from') ? '&from=2026-01-01&to=2026-02-01' : ''
  return NAMED[operationId] ?? (filter === undefined ? '' : `${filter.name}=${UNKNOWN_ID}${period}`)
}

test('GET requests refuse unknown ids with exactly the error codes that they document', async () => {
  const client = await service.newCompany()
  const { json: document } = await client.get('/openapi.json')
  const reads = operationsOf(document).filter(({ method }) => method === 'GET')
  const faults: string[] = []
  for (const { path, operation } of reads) {
    const listed: string[] = operation['x-refusals']
    const isOfOne = path.includes('{')
    if (listed.length === 0 && !isOfOne) continue
    const asked = path.replace('{page}', '1').replace(/\{\w+\}/g, UNKNOWN_ID)
    const { code } = readProblem(await client.get(`${asked}?${isOfOne ? '' : queryOf(operation)}`))
    if (listed.join() !== code) faults.push(`${path} answers ${code} and lists ${listed.join() || 'nothing'}`)
  }
  expect(reads.length).toBeGreaterThan(40)
  expect(faults).toEqual([])
})

test('no field in the `figures` of a refusal has a name that means a cost', () => {
  const names = [...FIGURES.values()].flatMap((schema) => [...namesIn(schema)])
  expect(names).toEqual(expect.arrayContaining(['asked', 'available', 'reason']))
  expect(
    names.filter((name) => COST_KEYS_OF_RECORDS.includes(name) || /cost|price|amount|total|value/i.test(name)),
  ).toEqual([])
})

function* namesIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return
  for (const [key, inner] of Object.entries(node)) {
    if (key === 'properties') yield* Object.keys(inner as object)
    yield* namesIn(inner)
  }
}

const UNASKED = COMMANDS.filter(({ name }) => !(name in MODEL_RULES))
const named = (name: string) => UNASKED.find((command) => command.name === name)!

test('commands that the random model does not run are refused with exactly the error codes that they list', async () => {
  const scene = await setScene(await service.newCompany(), service.database)
  const { client, bodyIds } = scene
  const came = new Map(UNASKED.map(({ name }) => [name, new Set<string>()]))
  const ask = async (command: Command, path = pathIn(scene, command), more: object = {}) => {
    const { code } = readProblem(await sendCommand(scene, command, { ...bodyIn(scene, command), ...more }, { path }))
    came.get(command.name)!.add(code)
  }
  for (const command of UNASKED)
    for (const param of paramsOf(command)) await ask(command, pathIn(scene, command, { [param]: UNKNOWN_ID }))

  const stocktaking = Object.fromEntries(STOCKTAKE_COMMANDS.map((name) => [name, named(name)]))
  await askStocktakes(scene, stocktaking as Parameters<typeof askStocktakes>[1], (command, stocktakeId, more) =>
    ask(command, pathIn(scene, command, { stocktakeId }), more),
  )
  await askOrdering(scene, (name, more) => ask(named(name), undefined, more))
  await askPicking(scene, (name, orderId, more) => ask(named(name), pathIn(scene, named(name), { orderId }), more))
  const draft = named('draftFromImport')
  const archivedId = await addPartner(client, 'Прежний')
  await client.made('PATCH', `/api/v1/partners/${archivedId}`, { archived: true })
  await ask(draft, undefined, { supplierId: archivedId })
  const partnerId = await addPartner(client, 'Другой')
  const contractId = await addContract(client, { partnerId, organizationId: bodyIds.organizationId! })
  await ask(draft, undefined, { contractId })
  const queued = await sendCommand(scene, named('uploadImport'), {})
  await ask(draft, pathIn(scene, draft, { importId: queued.json.result.id }))
  expect((await sendCommand(scene, draft, bodyIn(scene, draft))).status).toBe(200)
  for (const name of ['draftFromImport', 'repeatRecognition', 'rejectImport']) await ask(named(name))

  const listed = UNASKED.map(({ name, refusals }) => [
    name,
    refusals.filter((code) => !OF_LIMITS.includes(code)).sort(),
  ])
  expect([...came].map(([name, codes]) => [name, [...codes].sort()])).toEqual(listed)
})
