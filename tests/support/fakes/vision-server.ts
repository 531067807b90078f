/** A local vision server that speaks the part of the OpenAI protocol that the service uses: POST /v1/chat/completions. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface VisionRequest {
  readonly model: string
  readonly response_format: { type: string; json_schema: { schema: { required: string[] } } }
  readonly messages: readonly {
    role: string
    content: readonly { type: string; text?: string; image_url?: { url: string } }[]
  }[]
}

export interface VisionServer {
  readonly url: string
  readonly requests: VisionRequest[]
  close(): Promise<void>
}

/**
 * Starts the server with `content` as the model's answer. To simulate a failing server, `status` is an error status, or
 * null for a server that never responds.
 */
export async function startVisionServer(content: string, status: number | null = 200): Promise<VisionServer> {
  const requests: VisionRequest[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
      response.writeHead(404).end('{"error":{"message":"no such route"}}')
      return
    }
    requests.push(JSON.parse(body) as VisionRequest)
    if (status === null) return
    response.writeHead(status, { 'content-type': 'application/json' })
    const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }
    const completion = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm', choices: [choice] }
    response.end(JSON.stringify(status === 200 ? completion : { error: { message: 'model not loaded' } }))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
