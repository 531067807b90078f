/** Processes for work on files of strangers: what it takes of memory and of the processor, and how it may die, is its own. */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * glibc gives blocks above this many bytes back to the system when they are freed. By itself it raises the bound to 32 MB, and pages'
 * pictures come to lie among small blocks. One arena for all threads: each of its own keeps what it had. A process that reads pages grew to
 * 650 MB with large scans, and stays below 400 MB so. Elsewhere unused.
 */
const MEMORY_IS_RETURNED = { MALLOC_MMAP_THRESHOLD_: '524288', MALLOC_ARENA_MAX: '1' }

/** What Node compiled is kept for the next process where this one keeps it: half of a start is spared. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  // Node adds a folder of its own version to the one that it is told.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

export interface Given {
  /** Its standard input, so that the bytes are never in the memory of this process. */
  readonly file?: Readable
  readonly args?: readonly string[]
}

/**
 * Starts a program in a process of its own, without any setting of ours: what reads files of strangers need not know how to reach the
 * database.
 */
export function forkReader(program: URL, nodeFlags: readonly string[], given: Given = {}): ChildProcess {
  const { file, args = [] } = given
  const child = fork(program, args, {
    execArgv: [...nodeFlags],
    env: { ...MEMORY_IS_RETURNED, ...compileCache() },
    serialization: 'advanced',
    stdio: [file === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore', 'ipc'],
  })
  // A process that has died says so itself; a file that cannot be read ends early, and is damaged then.
  if (file !== undefined) pipeline(file, child.stdin!).catch(() => child.kill('SIGKILL'))
  return child
}

const WASM_PAGES_PER_MB = 16

/**
 * The flag that bounds each memory of WebAssembly, of which a library has one: what asks for more fails at once. A watch from outside
 * would see it only once gigabytes are taken.
 */
export const wasmMemory = (megabytes: number) => `--wasm-max-mem-pages=${megabytes * WASM_PAGES_PER_MB}`

/** What is used of it here: the types of Node have none of it. */
declare const WebAssembly: { readonly Memory: { readonly prototype: { grow(pages: number): number } } }

/** Emscripten asks for a size, for a smaller one, and for the least that it needs. */
const SIZES_TRIED = 3

/** The code of an exit for lack of memory: that of Linux' ENOMEM. */
export const WITHOUT_MEMORY = 12

/** Ends the process when a library gets no more memory: it would leave out a picture, and a blank page would be shown for the document's. */
export function endWithoutMemory(): void {
  const { grow } = WebAssembly.Memory.prototype
  let refused = 0
  WebAssembly.Memory.prototype.grow = function (pages: number) {
    try {
      const before = grow.call(this, pages)
      refused = 0
      return before
    } catch (error) {
      refused += 1
      if (refused === SIZES_TRIED) process.exit(WITHOUT_MEMORY)
      throw error
    }
  }
}

const THREADS = '/proc/self/task'

/** Lets what answers requests go first: called by such a process, at its start. Threads that are begun later inherit it. */
export function yieldToRequests(): void {
  setPriority(constants.priority.PRIORITY_LOW)
  // On Linux a priority is of one thread, and those that compile and collect garbage are already there.
  if (existsSync(THREADS)) for (const thread of readdirSync(THREADS)) lowerThread(Number(thread))
}

function lowerThread(id: number): void {
  try {
    setPriority(id, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended meanwhile.
  }
}
