/**
 * Sends requests to MoySklad: waits for a slot, retries where that may help, and never sends more requests than a token
 * is allowed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Asking, type Pacing, paceKey, type Taken } from './pacing.ts'
import type { Sent, Source } from './request.ts'
import { errorOf, SourceError } from './source-errors.ts'

/** A token to send with requests, and the MoySklad account to which the token belongs. */
export interface SourceUser {
  readonly token: string
  readonly companyId: string
  /** Null while a token is being verified, because its account is not known until MoySklad has responded. */
  readonly accountId: string | null
}

export interface ClientParts {
  readonly source: Source
  readonly pacing: Pacing
}

export interface ClientAsking extends Asking {
  /** The number of consecutive failures or refusals after which the client gives up on a request. */
  readonly tries?: { readonly failures: number; readonly refusals: number }
  readonly timeoutMs?: number
}

export interface SourceClient {
  readonly keys: readonly Buffer[]
  /** MoySklad's base address. No request is sent to any other address. */
  readonly url: string
  /**
   * Requests a path (with its query) below the base address. `read` parses the response and throws `garbled` if the
   * response is malformed; the request is then sent again. Throws SourceError, or the signal's reason when aborted.
   */
  get<T>(path: string, asking: ClientAsking, read: (text: string) => Promise<T>): Promise<T>
}

const TRIES = { failures: 6, refusals: 5 }
const MAX_REDIRECTS = 3
const LONGEST_RETRY_GAPS = 64

/**
 * Returns the keys by which requests are limited: the account, the token (whose account may still be unknown) and the
 * company.
 */
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
          // This error means that our own limiter gave up waiting for a slot, so MoySklad did not refuse the request.
          if (error.extras.until !== undefined) throw error
          if (error.kind === 'limited') {
            refusals += 1
            if (refusals < maxRefusals) continue
            // The error states when the next request is allowed, so that this time can be shown to the user.
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

/**
 * Returns a response's text if it looks like complete JSON. Any other fault in the JSON is found later, when the text
 * is parsed.
 */
function checked({ text, headers }: Sent): string {
  const body = text.trim()
  const isJson = (body.startsWith('{') && body.endsWith('}')) || (body.startsWith('[') && body.endsWith(']'))
  if (isJson) return body
  const type = String(headers['content-type'] ?? '').split(';', 1)[0]
  throw new SourceError('garbled', { status: 200, found: body === '' ? 'nothing' : `no JSON (${type})` })
}

/** Returns the part of an address below MoySklad's base address, or null when the address points elsewhere. */
export function pathOf(address: string | undefined, sourceUrl: string): string | null {
  if (address === undefined || !URL.canParse(address, sourceUrl)) return null
  const { origin, pathname, search } = new URL(address, sourceUrl)
  const base = new URL(sourceUrl)
  const isBelow = origin === base.origin && pathname.startsWith(`${base.pathname}/`)
  return isBelow ? pathname.slice(base.pathname.length) + search : null
}
