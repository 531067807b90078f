/** A vision server that responds only when the test tells it to, so that the test can check the state in between. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { VisionRequest } from './vision-server.ts'

/** A request about one page. The recognizer is waiting for its response. */
export interface Asked {
  /** The text of the request, without the picture. */
  readonly question: string
  /** Responds with this content, as a model that has read the page would. */
  answer(content: object): void
  /** Responds to the request with a server error. */
  fail(): void
  /** Closes the connection without a response. */
  drop(): void
  /** Resolves when the recognizer has disconnected. */
  readonly gone: Promise<void>
}

export interface HeldVision {
  readonly url: string
  /** Returns the next request about a page, waiting for it if necessary. */
  next(): Promise<Asked>
  /** Requests that `next` has not returned yet. */
  readonly waiting: readonly Asked[]
  close(): Promise<void>
}

/** Starts a vision server that responds to every request by itself after a delay. */
export async function startVision(afterMs: number): Promise<{ readonly url: string; close(): Promise<void> }> {
  const vision = await startHeldVision()
  let isOpen = true
  const serve = async () => {
    while (isOpen) {
      const asked = await vision.next()
      setTimeout(() => asked.answer(READ), afterMs)
    }
  }
  void serve()
  return {
    url: vision.url,
    close: () => {
      isOpen = false
      return vision.close()
    },
  }
}

/** A model's answer for a small invoice. Tests replace parts of this answer. */
export const READ = {
  kind: 'upd',
  number: '1542',
  date: '2026-03-01',
  supplierName: 'ООО «Ромашка»',
  supplierInn: '7707083893',
  lines: [
    {
      name: 'Чайник синий',
      sku: 'TEA-7',
      unit: 'шт',
      quantity: '10',
      unitCost: '95,40',
      amount: '954,00',
      amountWithVat: null,
    },
  ],
  total: '954,00',
  vatTotal: null,
  totalWithVat: '954,00',
  text: 'УПД № 1542 от 01.03.2026',
}

export async function startHeldVision(): Promise<HeldVision> {
  const waiting: Asked[] = []
  const takers: ((asked: Asked) => void)[] = []
  const server = createServer((request, response) => {
    json(request).then(
      (body) => {
        const asked = askedOf(body as VisionRequest, response)
        const taker = takers.shift()
        if (taker === undefined) waiting.push(asked)
        else taker(asked)
      },
      // Ignore the error: the recognizer disconnected before its request was complete.
      () => undefined,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    waiting,
    next: () => {
      const first = waiting.shift()
      return first === undefined ? new Promise((resolve) => takers.push(resolve)) : Promise.resolve(first)
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function askedOf(request: VisionRequest, response: ServerResponse): Asked {
  const send = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const question = request.messages[0]!.content.map(({ text }) => text ?? '').join('')
  return {
    question,
    answer: (content) => {
      const message = { role: 'assistant', content: JSON.stringify(content) }
      send(200, {
        id: '1',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
      })
    },
    fail: () => send(500, { error: { message: 'out of memory' } }),
    drop: () => response.destroy(),
    gone: new Promise((resolve) => response.on('close', resolve)),
  }
}
