/** Processes that read pages, started when there is something to read and kept for the next file. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ReadOrder, ReadReport } from './recognition-process.ts'

const PROGRAM = fileURLToPath(new URL('./recognition-process.ts', import.meta.url))
/** Then a process is replaced by a new one, so that nothing can grow for ever in it. */
const MAX_FILES = 50
const MAX_HEAP_MB = 400

/**
 * glibc gives blocks above this many bytes back to the system when they are freed. By itself it raises the bound to 32 MB, and pages'
 * pictures come to lie among small blocks: the process grew to 650 MB with large scans, and stays below 450 MB so. Elsewhere unused.
 */
const PICTURES_ARE_RETURNED = { MALLOC_MMAP_THRESHOLD_: '524288' }

/** One that has nothing to do for so long gives its memory back. */
const IDLE_MS = 120_000

interface Reader {
  readonly child: ChildProcess
  files: number
  idleTimer: NodeJS.Timeout | null
}

export interface PageReaders {
  /** Reads a file. Throws when the process dies or finds itself unable; rejects at once, and ends the process, when aborted. */
  read(order: ReadOrder, signal: AbortSignal): Promise<ReadReport>
  close(): void
}

export function openPageReaders(): PageReaders {
  const idle: Reader[] = []
  const all = new Set<Reader>()
  const end = (reader: Reader) => {
    all.delete(reader)
    const at = idle.indexOf(reader)
    if (at !== -1) idle.splice(at, 1)
    if (reader.idleTimer !== null) clearTimeout(reader.idleTimer)
    reader.child.kill('SIGKILL')
  }
  const take = (): Reader => {
    const known = idle.pop()
    if (known !== undefined) {
      if (known.idleTimer !== null) clearTimeout(known.idleTimer)
      known.idleTimer = null
      return known
    }
    const child = fork(PROGRAM, [], {
      execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
      // Nothing else of ours: what reads files of strangers need not know how to reach the database.
      env: PICTURES_ARE_RETURNED,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const reader: Reader = { child, files: 0, idleTimer: null }
    all.add(reader)
    child.once('exit', () => end(reader))
    return reader
  }
  const giveBack = (reader: Reader) => {
    if (!all.has(reader)) return
    if (reader.files >= MAX_FILES) return end(reader)
    reader.idleTimer = setTimeout(() => end(reader), IDLE_MS)
    reader.idleTimer.unref()
    idle.push(reader)
  }
  return {
    async read(order, signal) {
      signal.throwIfAborted()
      const reader = take()
      reader.files += 1
      try {
        const report = await ask(reader.child, order, signal)
        giveBack(reader)
        return report
      } catch (error) {
        end(reader)
        throw error
      }
    },
    close() {
      for (const reader of [...all]) end(reader)
    },
  }
}

function ask(child: ChildProcess, order: ReadOrder, signal: AbortSignal): Promise<ReadReport> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => {
      child.off('message', onMessage)
      child.off('exit', onExit)
      child.off('error', onError)
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    const onMessage = (report: unknown) => settle(() => resolve(report as ReadReport))
    const onExit = (code: number | null, by: string | null) =>
      settle(() => reject(new Error(`The process that reads pages ended (${by ?? code})`)))
    const onError = (error: Error) => settle(() => reject(error))
    const onAbort = () => settle(() => reject(signal.reason))
    child.on('message', onMessage)
    child.on('exit', onExit)
    child.on('error', onError)
    signal.addEventListener('abort', onAbort, { once: true })
    child.send(order, (error) => {
      if (error !== null) onError(error)
    })
  })
}
