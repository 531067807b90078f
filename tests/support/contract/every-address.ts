/** Lists every address that a documented GET route can have for a company's records, with its possible query parameters. */
import { readFileSync } from 'node:fs'
import type { Client, Json } from '../node/client.ts'
import { operationsOf } from './openapi.ts'

const DOCUMENT = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'))
export const READS = operationsOf(DOCUMENT).filter(({ method }) => method === 'GET')

/** Search texts that a user who may not see costs could try: if the search looked at costs, it would find these digits. */
const TEXTS = ['q=7777', 'q=6113', 'q=себестоимость', 'q=Чайник']

export interface Asked {
  /** A client that may see all records. It is used to find the address of each record. */
  readonly client: Client
  readonly warehouseId: string
  /**
   * Assigns each record to a shape. Of the records with the same shape, only one is requested by its id. If this is
   * omitted, every record is requested.
   */
  readonly shapeOf?: (record: Json) => string
}

export async function everyAddress(asked: Asked): Promise<string[]> {
  const all = await Promise.all(READS.map(({ path, operation }) => addressesOf(asked, path, operation.parameters)))
  return all.flat()
}

async function addressesOf(asked: Asked, path: string, parameters: Json[]): Promise<string[]> {
  const names = parameters.map(({ name }) => name as string)
  if (path.includes('{imageId}')) return []
  if (path.includes('{')) {
    const [collection = '', rest = ''] = path.split(/\/\{\w+\}/)
    const { items } = (await asked.client.get(`${collection}?limit=1000`)).json
    return oneOfEach(items, asked.shapeOf).map(({ id }) => `${collection}/${id}${rest}`)
  }
  if (path.startsWith('/api/v1/reports/')) return reportsAt(asked, path, parameters)
  const since = names.includes('since') ? ['since=0', 'since=1', 'since=20'] : []
  const sorts: string[] = parameters.find(({ name }) => name === 'sort')?.schema.enum ?? []
  const texts = names.includes('q') ? TEXTS : []
  const others = path.endsWith('/audit') ? ['limit=1000', 'entityType=order', 'entityType=movement'] : []
  const kinds = path.endsWith('/notifications') ? ['kind=daily_summary', 'kind=low_stock'] : []
  const files = names.includes('language') ? ['format=csv', 'format=csv&decimal=point', 'format=xlsx'] : []
  return [...since, ...sorts.map((sort) => `sort=${sort}&limit=1000`), ...texts, ...others, ...kinds, ...files]
    .map((query) => `${path}?${query}`)
    .concat(names.includes('since') && path.endsWith('/changes') ? [] : [path])
}

function oneOfEach(records: Json[], shapeOf: (record: Json) => string = ({ id }) => id): Json[] {
  return [...new Map(records.map((record) => [shapeOf(record), record])).values()]
}

function reportsAt({ warehouseId }: Asked, path: string, parameters: Json[]): string[] {
  const groups: string[] = parameters.find(({ name }) => name === 'groupBy')?.schema.enum ?? ['']
  const isPeriod = parameters.some(({ name }) => name === 'from')
  return groups.flatMap((group) =>
    ['format=json', 'format=csv', 'format=csv&decimal=point', 'format=xlsx', `warehouseId=${warehouseId}`]
      .filter((query) => !query.startsWith('warehouse') || parameters.some(({ name }) => name === 'warehouseId'))
      .map((query) => `${path}?${query}${group && `&groupBy=${group}`}${isPeriod ? '&from=2026-01-01' : ''}`),
  )
}
