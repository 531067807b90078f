/**
 * The thread in which Tesseract reads: the library's own, without its word on how far it is. That comes many times for every piece of
 * text, wakes the thread that asked, and nobody listens to it.
 */
import { createRequire } from 'node:module'
import { type MessagePort, parentPort } from 'node:worker_threads'

interface Told {
  readonly status: 'resolve' | 'reject' | 'progress'
}

const port: MessagePort = parentPort!
const tell = port.postMessage.bind(port)
port.postMessage = (told: Told) => {
  if (told.status !== 'progress') tell(told)
}

createRequire(import.meta.url)('tesseract.js/src/worker-script/node/index.js')
