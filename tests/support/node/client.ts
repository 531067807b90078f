/** A small HTTP client for tests. It sends and reads JSON, and gives each write a new idempotency key unless the test gives one. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Problem, readProblem } from '../contract/problems.ts'
import { isListed } from '../contract/refusals.ts'
import type { Reply } from './reply.ts'

export interface Sending {
  readonly key?: string
  readonly prefer?: string
  readonly headers?: Record<string, string>
  /** A body to send as it is, instead of JSON. */
  readonly raw?: string | Uint8Array
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of answers are asserted on, not typed, until the SDK types them.
export type Json = any

export class Client {
  readonly url: string
  readonly token: string
  readonly companyId: string

  constructor(url: string, token: string, companyId: string) {
    this.url = url
    this.token = token
    this.companyId = companyId
  }

  /** The request headers that identify the caller. */
  get credentials(): Record<string, string> {
    return { authorization: `Bearer ${this.token}` }
  }

  /** Returns a client of the same company through another node. */
  at(url: string): Client {
    return new Client(url, this.token, this.companyId)
  }

  async send(method: string, path: string, body?: unknown, sending: Sending = {}): Promise<Reply<Json>> {
    const isWrite = method !== 'GET'
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...this.credentials,
        ...(isWrite ? { 'idempotency-key': sending.key ?? randomUUID(), 'content-type': 'application/json' } : {}),
        ...(sending.prefer === undefined ? {} : { prefer: sending.prefer }),
        ...sending.headers,
      },
      ...(isWrite ? { body: (sending.raw as string | undefined) ?? JSON.stringify(body ?? {}) } : {}),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : {},
    }
  }

  get(path: string, sending?: Sending): Promise<Reply<Json>> {
    return this.send('GET', path, undefined, sending)
  }

  post(path: string, body?: unknown, sending?: Sending): Promise<Reply<Json>> {
    return this.send('POST', path, body, sending)
  }

  patch(path: string, body?: unknown, sending?: Sending): Promise<Reply<Json>> {
    return this.send('PATCH', path, body, sending)
  }

  delete(path: string, sending?: Sending): Promise<Reply<Json>> {
    return this.send('DELETE', path, {}, sending)
  }

  /** Sends a write that must succeed, and returns its result. */
  async made(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: unknown): Promise<Json> {
    const reply = await this.send(method, path, body, { prefer: 'state=summary' })
    if (reply.status !== 200) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
    return reply.json.result
  }

  /**
   * Sends a write that must be refused without changing a byte of the company state, and returns the problem from the
   * response.
   */
  async refused(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: unknown): Promise<Problem> {
    const before = await this.get('/api/v1/bootstrap')
    const problem = readProblem(await this.send(method, path, body))
    expect((await this.get('/api/v1/bootstrap')).text).toBe(before.text)
    expect(isListed(method, path, problem.code), `${method} ${path}: ${problem.code} is not among its refusals`).toBe(
      true,
    )
    return problem
  }

  /** Reads the whole company state from GET /bootstrap. */
  async state(): Promise<Json> {
    return (await this.get('/api/v1/bootstrap')).json
  }
}
