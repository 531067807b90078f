/** A client for the browser app's address that acts like a browser: it stores cookies and sends an Origin header with writes. */
import { randomUUID } from 'node:crypto'
import type { Json } from './client.ts'
import type { Reply } from './reply.ts'

export interface Asking {
  /** The Origin header to send instead of the usual one; null sends none. */
  readonly origin?: string | null
  readonly headers?: Record<string, string>
  /** A body to send as it is, instead of JSON. */
  readonly raw?: string
}

export class Browser {
  /** The address to which the browser sends requests. */
  url: string
  /** The Origin header of the browser's writes. */
  readonly origin: string
  readonly cookies = new Map<string, string>()
  /** The complete Set-Cookie headers of the last response. */
  lastSetCookies: string[] = []

  constructor(url: string, origin = url) {
    this.url = url
    this.origin = origin
  }

  /** Returns another browser with the same cookies, for this node or another one. */
  copy(url = this.url): Browser {
    const other = new Browser(url, this.origin)
    for (const [name, value] of this.cookies) other.cookies.set(name, value)
    return other
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The session cookie, or undefined if there is none. */
  get sessionCookie(): string | undefined {
    return [...this.cookies].find(([name]) => name.endsWith('skladno.session_token'))?.[1]
  }

  async send(method: string, path: string, body?: unknown, asking: Asking = {}): Promise<Reply<Json>> {
    const isWrite = method !== 'GET'
    const { origin = this.origin } = asking
    const isWarehouse = path.startsWith('/api/v1/')
    const response = await fetch(this.url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.cookies.size > 0 ? { cookie: this.cookieHeader } : {}),
        ...(isWrite ? { 'content-type': 'application/json' } : {}),
        ...(isWrite && isWarehouse ? { 'idempotency-key': randomUUID() } : {}),
        ...(isWrite && origin !== null ? { origin } : {}),
        ...asking.headers,
      },
      ...(isWrite ? { body: asking.raw ?? JSON.stringify(body ?? {}) } : {}),
    })
    this.lastSetCookies = response.headers.getSetCookie()
    for (const line of this.lastSetCookies) this.keep(line)
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    const json = isJson && text !== '' ? JSON.parse(text) : {}
    return { status: response.status, headers: response.headers, text, json }
  }

  get(path: string, asking?: Asking): Promise<Reply<Json>> {
    return this.send('GET', path, undefined, asking)
  }

  post(path: string, body?: unknown, asking?: Asking): Promise<Reply<Json>> {
    return this.send('POST', path, body, asking)
  }

  signUp(account: Account, asking?: Asking): Promise<Reply<Json>> {
    return this.post('/api/auth/sign-up/email', account, asking)
  }

  signIn({ email, password }: Pick<Account, 'email' | 'password'>, asking?: Asking): Promise<Reply<Json>> {
    return this.post('/api/auth/sign-in/email', { email, password }, asking)
  }

  /** Returns the response body of GET /api/v1/session, or the status if it is not 200. */
  async session(): Promise<Json> {
    const reply = await this.get('/api/v1/session')
    return reply.status === 200 ? reply.json : reply.status
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    if (value === '' || attributes.some((one) => /^max-age=0$/i.test(one))) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

export interface Account {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly companyName: string
}

let accounts = 0

/** Returns the data of a new account, with an e-mail address that is not yet in use. */
export function newAccount(wishes: Partial<Account> = {}): Account {
  accounts += 1
  const name = `Владелец ${accounts}`
  const email = `owner-${accounts}-${randomUUID().slice(0, 8)}@example.org`
  return { name, email, password: `right password ${accounts}`, companyName: `ООО «${accounts}»`, ...wishes }
}

/** Returns a browser in which a new user has just signed up. */
export async function signedUp(url: string, wishes: Partial<Account> = {}): Promise<Browser & { account: Account }> {
  const account = newAccount(wishes)
  const browser = new Browser(url)
  const reply = await browser.signUp(account)
  if (reply.status !== 200) throw new Error(`The sign-up was answered ${reply.status}: ${reply.text}`)
  return Object.assign(browser, { account })
}
