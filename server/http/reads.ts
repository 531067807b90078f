/** Adds the routes that read the company's data. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { SettingsRecord } from '../domain/record-schemas.ts'
import { Id, Name, oneOf, strictObject } from '../domain/schema.ts'
import type { Companies } from '../engine/companies.ts'
import { serializeRecord } from '../engine/serialize.ts'
import type { StateSnapshot } from '../engine/state.ts'
import { AUDIT_PERIOD, type AuditQuery, readAudit, readAuditEntry } from '../queries/audit.ts'
import { type CatalogQuery, Catalogs } from '../queries/catalog.ts'
import { changesBetween, checkSince, readChangesSince } from '../queries/changes.ts'
import type { Database } from '../store/database.ts'
import { auditColumns } from '../tables/log-columns.ts'
import { addApiRoute } from './api-route.ts'
import { EPOCH_HEADER, matchesEtag, SINCE_QUERY, type Stated, stateTag } from './caching.ts'
import { askerOf, type CompanyOf, companyOf, viewOf } from './callers-company.ts'
import { asAnyFormat, FILE_QUERY, type FileQuery, formatOf, sendFile, sendPage } from './list-files.ts'
import { AuditEntry, Catalog, pageOf, StateOrChanges } from './openapi/answers.ts'
import { answering, describeRead } from './openapi/openapi.ts'
import { sendPieces, sendState } from './state-answer.ts'
import { hangUpOf } from './wire/hang-up.ts'

const DEFAULT_AUDIT_LIMIT = 100
const MAX_AUDIT_LIMIT = 1_000
const ACTOR_TYPES = ['token', 'user', 'system'] as const
const MAX_VALUE_IDS = 100

export function addReadRoutes(app: FastifyInstance, database: Database, companies: Companies): void {
  const company = companyOf(companies)
  addBootstrap(app, database, company)
  addCatalog(app, database, company)
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/settings',
    may: 'everyone',
    schema: { ...SETTINGS_READ, querystring: strictObject({}) },
    handler: async (request, reply) => {
      const { settings } = await (await company(request)).current()
      return sendPieces(request, reply, [serializeRecord('settings', settings)])
    },
  })
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/audit',
    may: 'everyone',
    schema: {
      ...AUDIT_READ,
      querystring: strictObject({
        limit: Type.Optional(
          Type.Integer({ minimum: 1, maximum: MAX_AUDIT_LIMIT, description: AUDIT_LIMIT_DESCRIPTION }),
        ),
        cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
        from: Type.Optional(AUDIT_PERIOD.from.schema),
        to: Type.Optional(AUDIT_PERIOD.to.schema),
        actorType: Type.Optional(oneOf(ACTOR_TYPES)),
        actorId: Type.Optional(Id),
        action: Type.Optional(Name),
        entityType: Type.Optional(Name),
        entityId: Type.Optional(Id),
        ...FILE_QUERY,
      }),
    },
    handler: async (request, reply) => {
      const { format: _format, decimal: _decimal, language: _language, ...query } = request.query as AskedAudit
      const reader = { ...askerOf(request), view: viewOf(request) }
      const read = (asked: Partial<AuditQuery>) => readAudit(database, reader, { limit: DEFAULT_AUDIT_LIMIT, ...asked })
      const format = formatOf(request, request.query as AskedAudit)
      if (format !== 'json')
        return sendFile(request, reply, {
          ...{ list: AUDIT_TABLE, company: await company(request), format },
          ...{ query: request.query as AskedAudit, read: (asked) => read(asked as AuditQuery) },
        })
      return sendPage(request, reply, await read(query))
    },
  })
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/audit/:entryId',
    may: 'everyone',
    schema: { ...AUDIT_ENTRY_READ, params: strictObject({ entryId: Id }), querystring: strictObject({}) },
    handler: async (request, reply) => {
      const { entryId } = request.params as { entryId: string }
      const entry = await readAuditEntry(database, { ...askerOf(request), view: viewOf(request) }, entryId)
      return sendPieces(request, reply, [entry])
    },
  })
}

type AskedAudit = Partial<AuditQuery> & FileQuery & { readonly [filter: string]: unknown }
const AUDIT_LIMIT_DESCRIPTION = `The maximum number of entries on the page; ${DEFAULT_AUDIT_LIMIT} by default. CSV and XLSX contain the whole log.`
const AUDIT_TABLE = { kind: 'audit', path: 'audit', columns: auditColumns }

const SETTINGS_READ = answering(
  describeRead(
    'readSettings',
    'Read the settings of the company',
    'The name, the notification settings, and the time zone in which days are counted.',
    'Settings',
  ),
  SettingsRecord,
)

const AUDIT_READ = asAnyFormat(
  answering(
    describeRead(
      'readAudit',
      'Read the audit log',
      'Successful commands, newest first. `from` and `to` set a period, in which a day counts as a whole; the other filters must match exactly. Any page may have fewer entries than `limit`. CSV and XLSX (`format`, or `Accept`) contain all matching entries, in columns for people.',
      'Audit',
    ),
    pageOf(AuditEntry),
  ),
)

const AUDIT_ENTRY_READ = answering(
  describeRead(
    'readAuditEntry',
    'Read one entry of the audit log',
    'The entry as in the list, however old it is.',
    'Audit',
  ),
  AuditEntry,
)

const STATE_READ = answering(
  describeRead(
    'readState',
    'Read the current state of the warehouse',
    'The ETag identifies the company, the revision and the epoch of the history, which is also in the header `Skladno-Epoch`. With `If-None-Match` the answer is 304 if the state is the same. `since` returns only what changed after that revision; the whole state, without the key `since`, if too much has changed.',
    'State',
  ),
  StateOrChanges,
)

const VALUE_IDS = 'The ids of filter values; can be repeated. A product must have one of the values of each filter.'

const CATALOG_READ = {
  ...answering(
    describeRead(
      'readCatalog',
      'Read the catalog at the chosen prices',
      'Active products with stock. A product must have one of the given values (`valueId`, repeatable) of each filter; `count` is how many products would be found with a value. Without `priceTypeId` the main price is selected; a missing price is null. An archived value or price type is not found. With `If-None-Match` the answer is 304 while nothing has changed.',
      'Catalog',
    ),
    Catalog,
  ),
  'x-refusals': ['NOT_FOUND'],
}

function addBootstrap(app: FastifyInstance, database: Database, companyOf: CompanyOf): void {
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/bootstrap',
    may: 'everyone',
    schema: {
      ...STATE_READ,
      response: { ...STATE_READ.response, 304: { description: 'The state still has this ETag.', type: 'null' } },
      querystring: SINCE_QUERY,
    },
    handler: async (request, reply) => {
      const company = await companyOf(request)
      const state = await company.current()
      const { since: asked, epoch = database.epoch } = request.query as { since?: number; epoch?: string }
      const since = epoch === database.epoch ? asked : undefined
      const view = viewOf(request)
      if (since !== undefined) checkSince(since, state, 'query/since')
      const stated = statedIn(state, database)
      if (isKnown(request, stated)) return tagged(request, reply, stated).status(304).send()
      const { form, pieces } =
        since === undefined
          ? await changesBetween({ ...askerOf(request), view }, null, state)
          : await readChangesSince(company, { since, signal: hangUpOf(request), view }, state)
      return (form === 'state' ? sendState : sendPieces)(request, tagged(request, reply, stated), pieces)
    },
  })
}

function addCatalog(app: FastifyInstance, database: Database, companyOf: CompanyOf): void {
  const catalogs = new Catalogs()
  addApiRoute(app, {
    method: 'GET',
    url: '/api/v1/catalog',
    may: 'everyone',
    schema: {
      ...CATALOG_READ,
      response: { ...CATALOG_READ.response, 304: { description: 'The catalog still has this ETag.', type: 'null' } },
      querystring: strictObject({
        valueId: Type.Array(Id, { maxItems: MAX_VALUE_IDS, default: [], description: VALUE_IDS }),
        priceTypeId: Type.Optional(Id),
      }),
    },
    handler: async (request, reply) => {
      const state = await (await companyOf(request)).current()
      // The response is computed even if the client already has it, because only computing it shows whether the request
      // is valid.
      const query = { ...(request.query as Omit<CatalogQuery, 'view'>), view: viewOf(request) }
      const { pieces } = await catalogs.read(state, query, askerOf(request))
      const stated = statedIn(state, database)
      if (isKnown(request, stated)) return tagged(request, reply, stated).status(304).send()
      return sendState(request, tagged(request, reply, stated), pieces)
    },
  })
}

const statedIn = ({ companyId, revision }: StateSnapshot, { epoch }: Database): Stated => ({
  companyId,
  revision,
  epoch,
})

/** Whether the client already has a response made from the data at this revision. */
function isKnown(request: FastifyRequest, stated: Stated): boolean {
  return matchesEtag(request.headers['if-none-match'], stateTag(stated, viewOf(request)))
}

/** Sets the headers common to full responses and 304 responses. */
function tagged(request: FastifyRequest, reply: FastifyReply, stated: Stated): FastifyReply {
  const tag = stateTag(stated, viewOf(request))
  return reply.header('cache-control', 'private, no-cache').header('etag', tag).header(EPOCH_HEADER, stated.epoch)
}
