/** Asks the source for what stands at an address: in turn, again when it may help, and never with more than its token allows. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Asking, type Pacing, paceKey, type Taken } from './pacing.ts'
import type { Sent, Source } from './request.ts'
import { errorOf, SourceError } from './source-errors.ts'

/** As whom the source is asked. */
export interface SourceUser {
  readonly token: string
  readonly companyId: string
  /** null while a token is checked: which account it is of is what the check tells. */
  readonly accountId: string | null
}

export interface ClientParts {
  readonly source: Source
  readonly pacing: Pacing
}

export interface ClientAsking extends Asking {
  /** How often in a row it may fail before it is given up. */
  readonly tries?: { readonly failures: number; readonly refusals: number }
  readonly timeoutMs?: number
}

export interface SourceClient {
  readonly keys: readonly Buffer[]
  /** The address of the source itself: nothing is asked outside of it. */
  readonly url: string
  /**
   * What stands at a path below the address, with the query. `read` makes it of the text, and throws `garbled` when that is broken:
   * then it is asked for again. Throws SourceError, or the reason of the signal.
   */
  get<T>(path: string, asking: ClientAsking, read: (text: string) => Promise<T>): Promise<T>
}

const TRIES = { failures: 6, refusals: 5 }
const MAX_REDIRECTS = 3
const LONGEST_RETRY_GAPS = 64

/** What is paced together: everything of the account, of the token, whose account may not be known yet, and of the company. */
function paceKeysOf({ token, companyId, accountId }: SourceUser): Buffer[] {
  const account = accountId === null ? [] : [paceKey('account', accountId)]
  return [...account, paceKey('token', token), paceKey('company', companyId)]
}

export function openClient({ source, pacing }: ClientParts, user: SourceUser): SourceClient {
  const keys = paceKeysOf(user)
  const request = (path: string, asking: ClientAsking) =>
    pacing.take(keys, asking, async (signal): Promise<Taken<Sent>> => {
      const { timeoutMs } = asking
      const sent = await source.send({
        path,
        token: user.token,
        signal,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      })
      return { value: sent, refusal: refusalIn(sent), sentAfterMs: sent.sentAfterMs }
    })

  return {
    keys,
    url: source.url,
    async get(path, asking, read) {
      const { failures: maxFailures, refusals: maxRefusals } = asking.tries ?? TRIES
      let at = path
      for (let failures = 0, refusals = 0, redirects = 0; ; ) {
        try {
          const sent = await request(at, asking)
          if (sent.status === 200) return await read(checked(sent))
          throw errorOf(sent)
        } catch (error) {
          if (!(error instanceof SourceError)) throw error
          const next = redirects < MAX_REDIRECTS ? pathOf(error.extras.location, source.url) : null
          if (next !== null) {
            at = next
            redirects += 1
            continue
          }
          // It was not the source that said so: the turn did not come in the time that there was.
          if (error.extras.until !== undefined) throw error
          if (error.kind === 'limited') {
            refusals += 1
            if (refusals < maxRefusals) continue
            // Said when it goes on, so that whoever asks can show it.
            const until = await pacing.pausedUntil(keys[0]!)
            throw new SourceError('limited', { ...error.extras, ...(until === null ? {} : { until }) })
          }
          failures += 1
          if (!error.isRetryable || failures >= maxFailures) throw error
          await pause(pacing.pace.gapMs * Math.min(2 ** failures, LONGEST_RETRY_GAPS), undefined, {
            signal: asking.signal,
          })
        }
      }
    },
  }
}

function refusalIn(sent: Sent): Taken<Sent>['refusal'] {
  if (sent.status === 200) return null
  const { kind, extras } = errorOf(sent)
  return kind === 'limited' ? { retryAfterMs: extras.retryAfterMs ?? null } : null
}

/** An answer that looks whole: what is in it is found out when it is parsed. */
function checked({ text, headers }: Sent): string {
  const body = text.trim()
  const isJson = (body.startsWith('{') && body.endsWith('}')) || (body.startsWith('[') && body.endsWith(']'))
  if (isJson) return body
  const type = String(headers['content-type'] ?? '').split(';', 1)[0]
  throw new SourceError('garbled', { status: 200, found: body === '' ? 'nothing' : `no JSON (${type})` })
}

/** The path below the source's address that an address names; null when it is elsewhere. */
export function pathOf(address: string | undefined, sourceUrl: string): string | null {
  if (address === undefined || !URL.canParse(address, sourceUrl)) return null
  const { origin, pathname, search } = new URL(address, sourceUrl)
  const base = new URL(sourceUrl)
  const isBelow = origin === base.origin && pathname.startsWith(`${base.pathname}/`)
  return isBelow ? pathname.slice(base.pathname.length) + search : null
}
