/**
 * The working day of a client that knows only version 1.0.0: requests with the answers that a80a901 gave, one exchange
 * per line of tests/contract/old-clients.jsonl. In the file, `<kettle>` or `<12>` stands for an id, `<time>` for the
 * moment of a command, `<cursor>` for a cursor and `<words>` for a text for people, whose wording may change.
 */
import { readFile } from 'node:fs/promises'
import type { Client, Json } from '../node/client.ts'
import type { Reply } from '../node/reply.ts'

export interface Exchange {
  /** The heading of the following exchanges. Such a line has nothing else. */
  readonly part?: string
  /** Method and path, such as `DELETE /api/v1/orders/<order>`. */
  readonly ask: string
  readonly body?: Json
  /** The name that the file gives to the id of the result. */
  readonly as?: string
  /** Whether to record a write's state too, and not only its result. */
  readonly whole?: true
  /** Whether the body is a picture. */
  readonly png?: true
  /** The request's headers, if they are not the usual ones. */
  readonly headers?: Record<string, string>
  readonly status?: number
  /** The headers of the answer that are recorded. */
  readonly told?: Json
  readonly answer?: Json
}

export const OLD_DAY = new URL('../../contract/old-clients.jsonl', import.meta.url)

export async function readOldDay(): Promise<Exchange[]> {
  return (await readFile(OLD_DAY, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** A name in the recording. Other texts of this form have capital letters, such as `<API token>`. */
const NAME = /<([a-z\d ]+)>/g
const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const MOMENT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/
/** The names that stand for anything of a form. */
const FORM_OF: Readonly<Record<string, RegExp>> = { time: MOMENT, cursor: /.+/, words: /.+/s }
/** The keys of refusals and warnings under which a text for people stands: docs/errors.md. */
const WORDS = ['title', 'detail', 'message', 'label']
const DAY_MS = 86_400_000
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Sends an exchange's request, with the ids of this company in place of the names. */
export async function askAgain(client: Client, { ask, body, png, headers = {} }: Exchange, ids: OldIds) {
  const [method = '', path = ''] = ids.fill(ask).split(/ (.*)/s)
  const picture = { raw: Buffer.from(PIXEL, 'base64'), headers: { 'content-type': 'image/png' } }
  return client.send(method, path, ids.fill(body), png ? picture : { headers })
}

const TOLD = ['preference-applied', 'idempotent-replayed']

/** Returns the part of an answer that is recorded. A write's state would only repeat the bootstraps before and after. */
export function recordedOf({ ask, whole }: Exchange, { status, headers, json }: Reply<Json>) {
  const told = TOLD.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : []))
  const result = whole || ask.startsWith('GET ') ? json : { result: json.result }
  return {
    status,
    ...(told.length === 0 ? {} : { told: Object.fromEntries(told) }),
    answer: status === 200 ? result : { ...json, requestId: undefined },
  }
}

/** The names that stand for ids in the recorded day, and the ids for which they stand in this company. */
export class OldIds {
  private readonly idOf = new Map<string, string>()
  private readonly nameOf = new Map<string, string>()

  give(name: string, id: string): void {
    this.idOf.set(name, id)
    this.nameOf.set(id, name)
  }

  /** Puts ids in place of the names in a request. */
  fill<T>(asked: T): T {
    const text = JSON.stringify(asked)
    if (text === undefined) return asked
    return JSON.parse(text.replace(NAME, (_all, name) => this.idOf.get(name) ?? `<${name} is unknown>`))
  }

  /** Puts names in place of the ids in an answer, to record it. */
  hide(answer: Json): Json {
    const name = (id: string) => {
      if (!this.nameOf.has(id)) this.give(String(this.nameOf.size + 1), id)
      return `<${this.nameOf.get(id)}>`
    }
    const moment = (text: string) => (Math.abs(Date.parse(text) - Date.now()) < DAY_MS ? '<time>' : text)
    return JSON.parse(JSON.stringify(answer), (key, value) => {
      if (typeof value !== 'string') return value
      if (key === 'nextCursor') return '<cursor>'
      if (WORDS.includes(key)) return '<words>'
      return value.replaceAll(new RegExp(ID, 'g'), name).replaceAll(new RegExp(MOMENT, 'g'), moment)
    })
  }

  /** Returns the differences between a recorded answer and today's. Additional keys are none. */
  differences(was: Json, now: Json, at = ''): string[] {
    const differs = [`${at}: ${JSON.stringify(was)}, now ${JSON.stringify(now) ?? 'absent'}`]
    if (typeof was === 'string') return typeof now === 'string' && this.stands(was, now) ? [] : differs
    if (was === null || typeof was !== 'object') return was === now ? [] : differs
    if (now === null || typeof now !== 'object' || Array.isArray(now) !== Array.isArray(was)) return differs
    if (Array.isArray(was) && was.length !== now.length) return differs
    return Object.keys(was).flatMap((name) => this.differences(was[name], now[name], `${at}/${name}`))
  }

  /** Whether a text says what was recorded. A name stands for the id at which it is first found. */
  private stands(was: string, now: string): boolean {
    let rest = now
    const says = was.split(NAME).every((part, index) => {
      const isName = index % 2 === 1
      const found = isName ? (FORM_OF[part] ?? ID).exec(rest)?.[0] : part
      if (found === undefined || !rest.startsWith(found)) return false
      rest = rest.slice(found.length)
      return !isName || part in FORM_OF || this.names(part, found)
    })
    return says && rest === ''
  }

  private names(name: string, id: string): boolean {
    if (!this.idOf.has(name) && !this.nameOf.has(id)) this.give(name, id)
    return this.idOf.get(name) === id
  }
}
