/**
 * Adds routes for commands whose body is raw bytes. The bytes are received into a file, examined and put into the file
 * store before the command runs. If the command fails, some unreferenced bytes may remain, but a referenced file is
 * never missing.
 */
import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
} from 'fastify'
import { Type } from 'typebox'
import type { Command, Upload } from '../commands/define.ts'
import { COMMANDS } from '../commands/table.ts'
import { compileValidator } from '../commands/validation.ts'
import { Refusal } from '../domain/refusals.ts'
import { strictObject } from '../domain/schema.ts'
import type { Companies } from '../engine/companies.ts'
import { type FileStore, type ReceivedFile, tooLarge } from '../integrations/file-store.ts'
import { examineImage } from '../integrations/image-bytes.ts'
import { identifyFile } from '../recognition/file-types.ts'
import { addApiRoute } from './api-route.ts'
import { askerOf } from './callers-company.ts'
import { paramsSchema, runCommand } from './commands.ts'
import { readFileName } from './file-name.ts'
import { requireKey } from './idempotency-key.ts'
import { describeCommand } from './openapi/openapi.ts'

interface Intake {
  /**
   * Whether a Content-Type is accepted. `mediaType`: in lowercase without parameters, or '' when the header is missing.
   * The real type is determined from the bytes.
   */
  readonly takes: (mediaType: string) => boolean
  readonly advice: string
  /** Determines the type of the bytes. Refuses with UNSUPPORTED_MEDIA_TYPE or BODY_TOO_LARGE. */
  readonly examine: (path: string, request: FastifyRequest) => Promise<object>
}

const INTAKES: Record<Upload['kind'], Intake> = {
  image: {
    takes: (mediaType) => mediaType === '' || /^image\/[a-z0-9][\w.+-]*$/.test(mediaType),
    advice:
      'Send the bytes of the picture unchanged, with Content-Type: image/jpeg, image/png, image/webp, image/gif, or without it.',
    examine: (path, request) => examineImage(askerOf(request), path),
  },
  paper: {
    // Clients send photographs with many different media types, so the type is determined from the bytes.
    takes: (mediaType) => !mediaType.startsWith('multipart/'),
    advice:
      'Send the bytes of the file unchanged, with Content-Type: image/jpeg, image/tiff, application/pdf and so on, or without it.',
    examine: async (path, request) => {
      const { contentType } = await identifyFile(await readFile(path))
      refuseContradiction(mediaTypeOf(request), contentType)
      return { contentType, fileName: readFileName(request.headers['x-file-name']) }
    },
  },
}

export interface UploadRoutes {
  readonly companies: Companies
  readonly files: FileStore
}

/**
 * Stores a received file of the caller's company. Refuses with COMPANY_LIMIT_REACHED or UNAVAILABLE. The key of the
 * request must have been checked.
 */
export async function keepFile(
  { companies: { limits }, files }: UploadRoutes,
  { caller: { companyId }, headers }: FastifyRequest,
  file: ReceivedFile,
): Promise<void> {
  if (await limits.takeFileRoom(companyId, file, headers['idempotency-key'] as string))
    await files.keep(companyId, file)
}

/**
 * Adds a route for each upload in the table. Checks run in this order: authentication, role, key, type and size, path,
 * bytes, limit of files, replay, rules.
 */
export async function addUploadRoutes(app: FastifyInstance, parts: UploadRoutes): Promise<void> {
  const routes: FastifyPluginAsync = async (uploads) => {
    uploads.removeAllContentTypeParsers()
    // The handler reads the request itself, because the caller and the size limit are not known earlier.
    uploads.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const command of COMMANDS) if (command.upload !== undefined) addUploadRoute(uploads, command, parts)
  }
  await app.register(routes)
}

function addUploadRoute(app: FastifyInstance, command: Command, parts: UploadRoutes): void {
  const { companies, files } = parts
  const { kind, maxBytes } = command.upload!
  const intake = INTAKES[kind]
  addApiRoute(app, {
    method: command.method,
    url: command.path,
    may: command.may,
    schema: { ...describeUpload(command), params: paramsSchema(command.path), querystring: strictObject({}) },
    validatorCompiler: ({ schema, httpPart }) =>
      httpPart === 'body' ? () => true : compileValidator(schema as object, httpPart),
    onRequest: [requireKey, checkHeaders(intake, maxBytes)],
    handler: async (request, reply) => {
      const file = await files.receive(request.raw, maxBytes)
      try {
        const { sha256, size } = file
        request.body = { sha256, size, ...(await intake.examine(file.path, request)) }
        request.fingerprint = fingerprintOf(request, file)
        await keepFile(parts, request, file)
      } finally {
        await files.discard(file)
      }
      return runCommand(command, companies, request, reply)
    },
  })
}

const FILE_NAME = Type.String({
  description: 'The file name as percent-encoded or raw UTF-8. If left out, the service makes a name.',
  examples: [encodeURIComponent('УПД-1542.pdf')],
})

/**
 * Returns the documentation for an upload. It is like the documentation for other commands, except that the body is
 * bytes.
 */
function describeUpload(command: Command) {
  const bytes = { schema: { type: 'string', format: 'binary' } }
  const content = Object.fromEntries(command.upload!.mediaTypes.map((type) => [type, bytes]))
  const alsoHeaders = command.upload!.kind === 'paper' ? { 'X-File-Name': FILE_NAME } : {}
  return { ...describeCommand(command), body: { content }, alsoHeaders }
}

/**
 * Checks the request's headers and refuses with UNSUPPORTED_MEDIA_TYPE or BODY_TOO_LARGE before a single byte of the
 * body is read.
 */
function checkHeaders({ takes, advice }: Intake, maxBytes: number) {
  return (request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    if (!takes(mediaTypeOf(request)))
      done(new Refusal('UNSUPPORTED_MEDIA_TYPE', advice, { figures: { reason: 'type' } }))
    else if (Number(request.headers['content-length'] ?? 0) > maxBytes) done(tooLarge(maxBytes))
    else done()
  }
}

const isPicture = (mediaType: string) => mediaType.startsWith('image/')
const isPdf = (mediaType: string) => mediaType === 'application/pdf'

/**
 * Refuses a PDF sent as a picture, or a picture sent as a PDF, with UNSUPPORTED_MEDIA_TYPE: the client sent the wrong
 * file or stated the wrong type.
 */
function refuseContradiction(named: string, found: string): void {
  if ((isPicture(named) && isPdf(found)) || (isPdf(named) && isPicture(found)))
    throw new Refusal(
      'UNSUPPORTED_MEDIA_TYPE',
      `Content-Type says ${named}, but the bytes are ${found}. Send the right one, or none.`,
      { figures: { reason: 'type' } },
    )
}

const mediaTypeOf = (request: FastifyRequest): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase()

/** Returns the fingerprint of an upload, computed from its bytes, the stated type and the file name (S-KEY-3). */
function fingerprintOf(request: FastifyRequest, { sha256 }: ReceivedFile): string {
  const path = request.url.split('?', 1)[0]!
  const name = request.headers['x-file-name'] ?? ''
  const parts = [`${request.method} ${path}`, mediaTypeOf(request), encodeURIComponent(String(name)), sha256]
  return hash('sha256', parts.join('\n'), 'base64url')
}
