/**
 * Sends responses that stay the same until the service restarts. Each response is serialized once, compressed once for
 * each encoding, and sent in time slices.
 */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Asker } from '../runtime/fair-limiter.ts'
import { sliceOf } from '../runtime/slices.ts'
import { addVary, matchesEtag } from './caching.ts'
import { COMPRESS_ABOVE_BYTES, chooseEncoding, type Encoding, writeParts } from './state-answer.ts'

/** Represents all unauthenticated callers. Together they get the time slices of a single company. */
export const STRANGER: Asker = { companyId: 'nobody' }

/**
 * Brotli quality 5 compresses a megabyte in a tenth of a second. The best quality would take seconds and make the
 * result only a tenth smaller.
 */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const compress: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  identity: async (bytes) => bytes,
  gzip: promisify(gzip),
  br: (bytes) => promisify(brotliCompress)(bytes, BROTLI),
}

export interface FixedAnswer {
  readonly type: string
  readonly etag: string
  /** Returns the bytes in an encoding. They are compressed when the first client requests that encoding. */
  bytesAs(encoding: Encoding): Promise<Buffer>
}

export function fixAnswer(type: string, bytes: Buffer): FixedAnswer {
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    type,
    etag: `"${hash('sha256', bytes, 'base64url')}"`,
    bytesAs(encoding) {
      const known = made.get(encoding) ?? compress[encoding](bytes)
      made.set(encoding, known)
      return known
    },
  }
}

/** Sends the response, or 304 when `If-None-Match` matches. Refuses with UNAVAILABLE when the client disconnects. */
export async function sendFixed(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FixedAnswer,
): Promise<FastifyReply> {
  reply.header('etag', answer.etag).header('cache-control', 'no-cache')
  addVary(reply, 'Accept-Encoding')
  await sliceOf(STRANGER)
  if (matchesEtag(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
  const whole = await answer.bytesAs('identity')
  const encoding =
    whole.length > COMPRESS_ABOVE_BYTES ? chooseEncoding(request, ['br', 'gzip', 'identity']) : 'identity'
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return writeParts(reply.type(answer.type), STRANGER, [await answer.bytesAs(encoding)])
}
