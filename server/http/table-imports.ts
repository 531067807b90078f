/** Adds the routes of table imports, which both addresses have. Source: docs/table-imports.md. */
import { hash } from 'node:crypto'
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  RouteOptions,
} from 'fastify'
import type { TObject, TProperties } from 'typebox'
import type { AccessAnswer } from '../access/access-log.ts'
import { converterOf } from '../commands/conversion.ts'
import { compileValidator } from '../commands/validation.ts'
import type { Language } from '../domain/languages.ts'
import { Refusal } from '../domain/refusals.ts'
import { refuseUnlessMay } from '../domain/roles.ts'
import { strictObject } from '../domain/schema.ts'
import { tooLarge } from '../integrations/file-store.ts'
import {
  type ImportAsking,
  mapColumns,
  moveImport,
  removeImport,
  STEPS,
  type TableImportParts,
  uploadTable,
} from '../tables/imports.ts'
import { MAX_FILE_BYTES } from '../tables/limits.ts'
import type { MappingBody } from '../tables/mapping.ts'
import { type ImportKind, MAY_IMPORT } from '../tables/targets.ts'
import { addApiRoute } from './api-route.ts'
import { askerOf } from './callers-company.ts'
import { keepFingerprint, paramsSchema } from './commands.ts'
import { readFileName } from './file-name.ts'
import { requireKey } from './idempotency-key.ts'
import { languageAccepted } from './list-files.ts'
import { describeWrite, TABLE_TYPES } from './openapi/table-imports.ts'
import { addTableImportReads } from './table-import-reads.ts'
import { KindQuery, Mapping, TableImportAnswer, TableImportDeleted } from './table-import-schemas.ts'
import { keepFile } from './uploads.ts'
import { PROBLEM_TYPE } from './wire/problems.ts'

const TABLE_IMPORTS = '/api/v1/table-imports'
const MAX_BODY_BYTES = 262_144

export async function addTableImportRoutes(app: FastifyInstance, parts: TableImportParts): Promise<void> {
  addTableImportReads(app, parts)
  await app.register(uploadRoute(parts))
  addWrite(app, {
    method: 'PUT',
    url: `${TABLE_IMPORTS}/:tableImportId/columns`,
    body: Mapping,
    described: describeWrite('mapTableImport', TableImportAnswer),
    run: (request) => mapColumns(parts, askingOf(request), idOf(request), request.body as MappingBody),
  })
  for (const step of STEPS)
    addWrite(app, {
      method: 'POST',
      url: `${TABLE_IMPORTS}/:tableImportId/${step}`,
      body: strictObject({}),
      described: describeWrite(`${step}TableImport`, TableImportAnswer),
      run: (request) => moveImport(parts, askingOf(request), idOf(request), step),
    })
  addWrite(app, {
    method: 'DELETE',
    url: `${TABLE_IMPORTS}/:tableImportId`,
    body: strictObject({}),
    described: describeWrite('deleteTableImport', TableImportDeleted),
    run: (request) => removeImport(parts, askingOf(request), idOf(request)),
  })
}

const idOf = (request: FastifyRequest) => (request.params as { tableImportId: string }).tableImportId

/** Returns the caller, and the command's key and fingerprint. The request must already contain its fingerprint. */
function askingOf(request: FastifyRequest): ImportAsking {
  const { caller, fingerprint, id: requestId } = request
  const { companyId, actor } = caller
  const key = request.headers['idempotency-key'] as string
  return { caller, asker: askerOf(request), request: { companyId, actor, key, fingerprint, requestId } }
}

interface WriteRoute {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly body: TObject
  readonly described: ReturnType<typeof describeWrite>
  readonly run: (request: FastifyRequest) => Promise<AccessAnswer<null>>
}

/** Adds a write route. Checks run in this order: authentication, role, key, body, replay, rules. */
function addWrite(app: FastifyInstance, { method, url, body, described, run }: WriteRoute): void {
  const convert = converterOf(body)
  const convertBody: RouteOptions['preHandler'] = (request, _reply, done) => {
    convert(request.body)
    done()
  }
  addApiRoute(app, {
    method,
    url,
    may: 'storekeepers',
    bodyLimit: MAX_BODY_BYTES,
    schema: {
      ...described,
      body: { ...body, ...described.body },
      params: paramsSchema(url),
      querystring: strictObject({}),
    },
    onRequest: requireKey,
    preHandler: [keepFingerprint, convertBody],
    handler: async (request, reply) => answer(reply, await run(request)),
  })
}

function answer(reply: FastifyReply, given: AccessAnswer<null>): FastifyReply {
  reply.header('cache-control', 'private, no-store')
  if (given.isReplay) reply.header('idempotent-replayed', 'true')
  if (!given.ok) return reply.code(given.status).type(PROBLEM_TYPE).send(given.problem)
  return reply.send(given.result)
}

interface UploadQuery {
  readonly kind: ImportKind
  readonly language?: Language
}

/** `POST /table-imports` takes raw bytes. The handler reads them itself, after the caller is known. */
function uploadRoute(parts: TableImportParts): FastifyPluginAsync {
  return async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null))
    addApiRoute(uploads, {
      method: 'POST',
      url: TABLE_IMPORTS,
      may: 'storekeepers',
      schema: {
        ...describeWrite('uploadTableImport', TableImportAnswer),
        querystring: KindQuery as TObject<TProperties>,
      },
      validatorCompiler: ({ schema, httpPart }) =>
        httpPart === 'body' ? () => true : compileValidator(schema as object, httpPart),
      onRequest: [requireKey, checkHeaders],
      handler: async (request, reply) => {
        const { kind, language = languageAccepted(request) } = request.query as UploadQuery
        refuseUnlessMay(MAY_IMPORT[kind], request.caller)
        const file = await parts.files.receive(request.raw, MAX_FILE_BYTES)
        try {
          const fileName = readFileName(request.headers['x-file-name']) ?? 'table'
          request.fingerprint = fingerprintOf(request, { kind, fileName, sha256: file.sha256 })
          const keep = () => keepFile(parts, request, file)
          return answer(reply, await uploadTable(parts, askingOf(request), { kind, fileName, language, file, keep }))
        } finally {
          await parts.files.discard(file)
        }
      },
    })
  }
}

/**
 * Checks the request's headers and refuses with UNSUPPORTED_MEDIA_TYPE or BODY_TOO_LARGE before a single byte of the
 * body is read.
 */
function checkHeaders(request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void {
  const type = (request.headers['content-type'] ?? '').toLowerCase()
  if (type === '' || type.startsWith('multipart/'))
    done(
      new Refusal(
        'UNSUPPORTED_MEDIA_TYPE',
        `Send the bytes of the file unchanged, with a Content-Type such as ${TABLE_TYPES[0]}.`,
        { figures: { reason: 'type' } },
      ),
    )
  else if (Number(request.headers['content-length'] ?? 0) > MAX_FILE_BYTES) done(tooLarge(MAX_FILE_BYTES))
  else done()
}

function fingerprintOf(
  request: FastifyRequest,
  { kind, fileName, sha256 }: { kind: string; fileName: string; sha256: string },
): string {
  const path = request.url.split('?', 1)[0]!
  return hash('sha256', [`${request.method} ${path}`, kind, fileName, sha256].join('\n'), 'base64url')
}
