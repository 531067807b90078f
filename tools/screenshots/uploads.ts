/** Uploads files to the companies in the screenshots. */
import { randomUUID } from 'node:crypto'
import type { Browser } from '../../tests/support/node/browser.ts'
import type { Json } from '../../tests/support/node/client.ts'

/** Uploads a file. */
export async function uploaded(
  browser: Browser,
  path: string,
  { bytes, type, name }: { readonly bytes: Uint8Array; readonly type: string; readonly name?: string },
): Promise<Json> {
  const response = await fetch(`${browser.url}/api/v1/${path}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: {
      cookie: browser.cookieHeader,
      origin: browser.origin,
      'content-type': type,
      'idempotency-key': randomUUID(),
      prefer: 'return=minimal',
      ...(name !== undefined && { 'x-file-name': encodeURIComponent(name) }),
    },
  })
  const json = (await response.json()) as Json
  if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${JSON.stringify(json)}`)
  return json.result ?? json
}
