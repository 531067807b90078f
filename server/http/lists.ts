/**
 * Adds the routes of the lists, generated from the tables of lists: `GET` for a collection, and `GET` for one record by
 * its id.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type TProperties, Type } from 'typebox'
import { MONEY, QUANTITY } from '../domain/fields/common.ts'
import { nounOf } from '../domain/kinds.ts'
import type { ListQuery, ListShape } from '../domain/lists.ts'
import { LINKED_ENTITIES } from '../domain/record-schemas.ts'
import { invalid } from '../domain/refusals.ts'
import { Id, Name, oneOf, orNull, strictObject } from '../domain/schema.ts'
import type { Companies } from '../engine/companies.ts'
import { type LinkKey, readExternalLink } from '../lists/external-links.ts'
import { LIST_TABLES } from '../lists/list-tables.ts'
import { type ListOf, readList, readRecord } from '../lists/lists.ts'
import { readStateList, STATE_LISTS } from '../lists/state-lists.ts'
import { countStateList, readListTotals, totalsOf } from '../lists/totals.ts'
import { type ListPage, printPage } from '../queries/cursor.ts'
import type { Database } from '../store/database.ts'
import { addApiRoute } from './api-route.ts'
import { addVary } from './caching.ts'
import { askerOf, type CompanyOf, companyOf, viewOf } from './callers-company.ts'
import { asAnyFormat, FILE_QUERY, type FileQuery, formatOf, sendFile } from './list-files.ts'
import { pageOf } from './openapi/answers.ts'
import { DECIMALS } from './openapi/document.ts'
import { answering, describeRead } from './openapi/openapi.ts'
import { sendPieces } from './state-answer.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 1_000
const MAX_CURSOR_LENGTH = 4_096
const MAX_SEARCH_LENGTH = 200

/** How a list is read: the functions that read its pages and totals, and the company to which the list belongs. */
interface Reading {
  readonly page: (request: FastifyRequest, query: ListQuery) => Promise<ListPage>
  readonly totals: (request: FastifyRequest, query: ListQuery) => Promise<string>
  readonly company: CompanyOf
}

export function addListRoutes(app: FastifyInstance, database: Database, companies: Companies): void {
  const company = companyOf(companies)
  for (const list of STATE_LISTS) {
    const page: Reading['page'] = async (request, query) =>
      readStateList({ company: await company(request), view: viewOf(request), epoch: database.epoch }, list, query)
    const totals: Reading['totals'] = async (request, query) => countStateList(await company(request), list, query)
    addList(app, list, { page, totals, company })
    addRecord(app, database, list)
  }
  for (const table of LIST_TABLES) {
    const of = (request: FastifyRequest): ListOf => ({
      database,
      ...askerOf(request),
      view: viewOf(request),
      company: () => company(request),
    })
    const reading: Reading = {
      page: (request, query) => readList(of(request), table, query),
      totals: (request, query) => readListTotals(of(request), table, query),
      company,
    }
    if (table.kind === 'externalLinks') addExternalLinks(app, database, table, reading)
    else addList(app, table, reading)
    // Stock rows have no id, so there is no route for a single row. Clients find a row in the list by product and
    // warehouse.
    if (table.kind !== 'stock') addRecord(app, database, table)
  }
}

const nameOf = ({ kind }: ListShape) => kind.charAt(0).toUpperCase() + kind.slice(1)

/** Returns the query schema of a list: the parameters that all lists share, and the list's own filters. */
function querySchema({ sorts, defaultSort, filters }: ListShape) {
  const names = Object.keys(sorts)
  const properties: TProperties = {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        description: `The maximum number of records on the page; ${DEFAULT_LIMIT} by default. CSV and XLSX contain the whole list.`,
      }),
    ),
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: MAX_CURSOR_LENGTH, description: '`nextCursor` of the previous page.' }),
    ),
    sort: Type.Optional(
      Type.String({
        enum: names.flatMap((name) => [name, `-${name}`]),
        description: `The order of the records. With \`-\` in front, the greatest or newest come first. If left out, \`${defaultSort}\`, or the field of the requested period.`,
      }),
    ),
    q: Type.Optional(
      Type.Unsafe<string>({
        type: 'string',
        text: true,
        maxLength: MAX_SEARCH_LENGTH,
        description:
          'Words that must all be found, also as part of a longer word; docs/lists.md says where they are searched.',
      }),
    ),
  }
  properties.totals = Type.Optional(
    Type.Boolean({
      description:
        'With `true` the answer has `totals` of all records that match the filters and the search. Request them once, not with every page.',
    }),
  )
  for (const [name, { schema }] of Object.entries(filters)) properties[name] = Type.Optional(schema)
  return strictObject({ ...properties, ...FILE_QUERY })
}

function describeList(table: ListShape) {
  const described = describeRead(
    `list${nameOf(table)}`,
    `List ${table.kind === 'stock' ? 'stock' : `${table.what}s`}`,
    'One page at a time: `nextCursor` leads to the next page and is null on the last one. Any page may have fewer records than `limit`. CSV and XLSX (`format`, or `Accept`) contain the whole list, in columns for people.',
    table.tag,
  )
  return asAnyFormat(answering(described, pageOfList(table)))
}

/** Returns the schema of a page, with the totals that a client may request. */
function pageOfList(table: ListShape) {
  const { kind, record } = table
  const sums = totalsOf(kind, 'full').map(([name, { kind: of, description }]) => [
    name,
    Type.Optional(
      of === 'money'
        ? Type.Number({ ...DECIMALS.minor, description: `${description} ${MONEY}` })
        : Type.Unsafe({
            ...{ type: ['number', 'null'], ...DECIMALS.milli },
            description: `${description} ${QUANTITY} null: the goods are counted in different units.`,
          }),
    ),
  ])
  const quantities = totalsOf(kind, 'full').flatMap(([name, { kind: of, description }]) =>
    of === 'money' ? [] : [[name, Type.Number({ ...DECIMALS.milli, description: `${description} ${QUANTITY}` })]],
  )
  const count = Type.Integer({ minimum: 0, description: 'The number of records in the whole list.' })
  const unit = Type.Object(
    {
      uom: orNull(Type.String({ description: 'The unit of measure, in the spelling of ОКЕИ if it lists the unit.' })),
      ...Object.fromEntries(quantities),
    },
    {
      title: `${nameOf(table)}UnitTotals`,
      description: 'The sums of the goods with the same unit; `uom` null: goods without a unit.',
      additionalProperties: false,
    },
  )
  const byUnit = quantities.length === 0 ? {} : { byUnit: Type.Optional(Type.Array(unit)) }
  return pageOf(record, { count, ...Object.fromEntries(sums), ...byUnit })
}

/** Sends a page as JSON, or the whole list as a file. */
async function sendList(exchange: Exchange, list: ListShape, asked: AskedQuery, read: Reading) {
  const { request, reply } = exchange
  const { page, totals, company } = read
  const { totals: isTotalled = false, ...given } = asked
  const format = formatOf(request, given)
  if (format !== 'json') {
    if (isTotalled) throw invalid('query/totals', 'is for JSON', 'NOT_HERE')
    const readPage = (query: ListQuery) => page(request, query)
    return sendFile(request, reply, { list, company: await company(request), format, query: given, read: readPage })
  }
  addVary(reply, 'Accept')
  const { format: _format, decimal: _decimal, language: _language, limit = DEFAULT_LIMIT, ...query } = given
  const found = await page(request, { ...query, limit })
  return sendPieces(request, reply, [
    printPage(found, isTotalled ? await totals(request, { ...query, limit }) : undefined),
  ])
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
type AskedQuery = Partial<ListQuery> & FileQuery & { readonly totals?: boolean }

function addList(app: FastifyInstance, table: ListShape, read: Reading): void {
  addApiRoute(app, {
    method: 'GET',
    url: `/api/v1/${table.path}`,
    may: table.may,
    schema: { ...describeList(table), querystring: querySchema(table) },
    handler: (request, reply) => sendList({ request, reply }, table, request.query as AskedQuery, read),
  })
}

function addRecord(app: FastifyInstance, database: Database, table: ListShape): void {
  const parameter = table.idName
  const described = describeRead(
    `read${nounOf(table.kind)}`,
    `Read one ${table.what}`,
    'The record as it is now, in the same form as in the state and in lists.',
    table.tag,
  )
  addApiRoute(app, {
    method: 'GET',
    url: `/api/v1/${table.path}/:${parameter}`,
    may: table.may,
    schema: {
      ...answering(described, table.record),
      params: Type.Object({ [parameter]: Id }),
      querystring: strictObject({}),
    },
    handler: async (request, reply) => {
      const id = (request.params as Record<string, string>)[parameter]!
      return sendPieces(request, reply, [
        await readRecord({ database, companyId: request.caller.companyId, view: viewOf(request) }, table, id),
      ])
    },
  })
}

const KEY = {
  source: Type.Optional(Name),
  entityType: Type.Optional(oneOf(LINKED_ENTITIES)),
  externalId: Type.Optional(Name),
}

/**
 * Adds the routes of external links. GET returns a single link when all three parts of its key are given, and a list
 * when none is. Source: S-LINK-4.
 */
function addExternalLinks(app: FastifyInstance, database: Database, table: ListShape, read: Reading): void {
  const described = describeRead(
    'listExternalLinks',
    'Find an external link, or list external links',
    'With `source`, `entityType` and `externalId`, the one link with this key, including the external id of an order; without them, a page of the list.',
    table.tag,
  )
  addApiRoute(app, {
    method: 'GET',
    url: `/api/v1/${table.path}`,
    may: table.may,
    schema: {
      ...asAnyFormat(
        answering({ ...described, 'x-refusals': ['NOT_FOUND'] }, Type.Union([table.record, pageOfList(table)])),
      ),
      querystring: Type.Object({ ...querySchema(table).properties, ...KEY }, { additionalProperties: false }),
    },
    handler: async (request, reply) => {
      const { source, entityType, externalId, ...query } = request.query as Partial<LinkKey> & AskedQuery
      const { companyId } = request.caller
      const given = { source, entityType, externalId }
      const missing = Object.entries(given).filter(([, part]) => part === undefined)
      if (missing.length === 3) return sendList({ request, reply }, table, query, read)
      if (missing.length > 0)
        throw invalid(`query/${missing[0]![0]}`, 'is required together with the other parts of the key', 'REQUIRED')
      if (query.format !== undefined && query.format !== 'json')
        throw invalid('query/format', 'is for the list; a link found by its key is always JSON', 'NOT_HERE')
      return sendPieces(request, reply, [await readExternalLink(database, companyId, given as LinkKey)])
    },
  })
}
