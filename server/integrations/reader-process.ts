/**
 * Separate processes for work on strangers' files, so that their use of memory and processor, and their crashes, affect
 * nothing else.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Settings of glibc's allocator, ignored elsewhere. Freed blocks above the threshold are returned to the system; by
 * default glibc raises the threshold to 32 MB, and pictures of pages end up among small blocks. A single arena serves
 * all threads, because each arena keeps freed memory. With large scans a page reader grew to 650 MB by default, and
 * stays below 400 MB with these settings.
 */
const MEMORY_IS_RETURNED = { MALLOC_MMAP_THRESHOLD_: '524288', MALLOC_ARENA_MAX: '1' }

/** Shares this process's compile cache with child processes, which halves their start time. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  // Node appends a folder for its own version to the given path.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

export interface Given {
  /** The child's standard input, so that the file's bytes are never in the memory of this process. */
  readonly file?: Readable
  readonly args?: readonly string[]
}

/**
 * Starts a program in a separate process without our settings: code that reads strangers' files must not know how to
 * reach the database.
 */
export function forkReader(program: URL, nodeFlags: readonly string[], given: Given = {}): ChildProcess {
  const { file, args = [] } = given
  const child = fork(program, args, {
    execArgv: [...nodeFlags],
    env: { ...MEMORY_IS_RETURNED, ...compileCache() },
    serialization: 'advanced',
    stdio: [file === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore', 'ipc'],
  })
  // A dead process reports itself. When the file cannot be read, the process is killed.
  if (file !== undefined) pipeline(file, child.stdin!).catch(() => child.kill('SIGKILL'))
  return child
}

const WASM_PAGES_PER_MB = 16

/**
 * The Node flag that limits each WebAssembly memory, of which a library has one. Requests above it fail at once; a
 * watcher from outside would notice only after gigabytes were allocated.
 */
export const wasmMemory = (megabytes: number) => `--wasm-max-mem-pages=${megabytes * WASM_PAGES_PER_MB}`

/** The part of WebAssembly used here; Node's types do not declare it. */
declare const WebAssembly: { readonly Memory: { readonly prototype: { grow(pages: number): number } } }

/** Emscripten asks for its preferred size, for a smaller one, and for the minimum. */
const SIZES_TRIED = 3

/** The exit code for lack of memory: Linux's ENOMEM. */
export const WITHOUT_MEMORY = 12

/**
 * Ends the process when a library gets no more memory. Otherwise the library would leave out a picture, and a blank
 * page would be taken for the document's.
 */
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

/**
 * Lowers the priority of this process below the one that answers requests. Such processes call it at their start; later
 * threads inherit the priority.
 */
export function yieldToRequests(): void {
  setPriority(constants.priority.PRIORITY_LOW)
  // On Linux a priority belongs to a thread, and the compiler and garbage collector threads are already running.
  if (existsSync(THREADS)) for (const thread of readdirSync(THREADS)) lowerThread(Number(thread))
}

function lowerThread(id: number): void {
  try {
    setPriority(id, constants.priority.PRIORITY_LOW)
  } catch {
    // The thread has ended meanwhile.
  }
}
