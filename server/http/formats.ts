/**
 * The formats JSON, CSV and XLSX: how a client chooses one, and how a file is sent. Source: docs/reports.md "Formats".
 */
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { invalid } from '../domain/refusals.ts'
import { oneOf } from '../domain/schema.ts'

export const MEDIA_TYPES = {
  json: 'application/json',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type Format = keyof typeof MEDIA_TYPES
export type FileFormat = Exclude<Format, 'json'>
const FORMATS = Object.keys(MEDIA_TYPES) as Format[]

/** The query parameters with which a client chooses a format. */
export const FORMAT_QUERY = {
  format: Type.Optional({ ...oneOf(FORMATS), description: 'The format of the answer; if left out, `Accept` decides.' }),
  decimal: {
    ...oneOf(['comma', 'point'] as const),
    default: 'comma',
    description:
      'For CSV: `comma` is the decimal comma with `;` between cells, as Russian spreadsheets expect, and `point` is the decimal point with `,`.',
  },
}

/** The response schemas of the file formats (CSV and XLSX), for the OpenAPI document. */
export const FILE_CONTENT = {
  [MEDIA_TYPES.csv]: { schema: Type.String() },
  [MEDIA_TYPES.xlsx]: { schema: Type.Unsafe({ type: 'string', contentMediaType: 'application/octet-stream' }) },
}

/**
 * Returns the format with the highest weight in an Accept header (RFC 9110), or JSON when the header names none of our
 * formats.
 */
export function formatAccepted(accept: string | undefined, formats: readonly Format[] = FORMATS): Format {
  let best: Format = 'json'
  let bestWeight = 0
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim())
    const weight = Number(parameters.find((one) => one.startsWith('q='))?.slice(2) ?? 1)
    const format = formats.find((one) => MEDIA_TYPES[one] === type)
    if (format === undefined || !(weight > bestWeight)) continue
    best = format
    bestWeight = weight
  }
  return best
}

/**
 * Refuses a request for a single page of a file with VALIDATION_FAILED. `what`: the name of the data, for the message.
 */
export function refusePaging(
  query: { readonly limit?: number; readonly cursor?: string },
  format: FileFormat,
  what: string,
): void {
  for (const paging of ['limit', 'cursor'] as const)
    if (query[paging] !== undefined)
      throw invalid(`query/${paging}`, `is for JSON; ${format} contains the whole ${what}`, 'NOT_HERE')
}

/**
 * The name of a downloaded file, without its extension.
 * - `name`: the name that people read.
 * - `latin`: the name in Latin letters, for programs that support no other letters.
 */
export interface FileName {
  readonly name: string
  readonly latin: string
}

/** Sets the headers that make a response a download. */
export function asFile(reply: FastifyReply, format: FileFormat, { name, latin }: FileName): FastifyReply {
  return reply
    .type(format === 'csv' ? `${MEDIA_TYPES.csv}; charset=utf-8` : MEDIA_TYPES[format])
    .header('content-disposition', contentDisposition(`${name}.${format}`, { fallback: `${latin}.${format}` }))
}
