/**
 * The thread that runs Tesseract: the library's own script, but without its progress messages. These messages are not
 * used, but there are many for each text piece, and each would wake the calling thread.
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
