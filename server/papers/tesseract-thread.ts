/**
 * The thread that runs Tesseract: the library's own script, without its progress messages. They come many times per
 * piece of text and wake the calling thread, and nobody uses them.
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
