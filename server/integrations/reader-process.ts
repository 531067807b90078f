/**
 * Starts separate processes for files from strangers, so that their memory and processor use, and their crashes, do not
 * affect anything else.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Settings for glibc's memory allocator, which other systems ignore. Freed blocks above the threshold are returned to
 * the system; by default, glibc raises the threshold to 32 MB, so that pictures of pages end up among small blocks. All
 * threads share a single arena, because each arena keeps freed memory. With large scans, a page reader grew to 650 MB
 * by default but stays below 400 MB with these settings.
 */
const MEMORY_IS_RETURNED = { MALLOC_MMAP_THRESHOLD_: '524288', MALLOC_ARENA_MAX: '1' }

/** Makes child processes share this process's compile cache, which halves the time they need to start. */
function compileCache(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir()
  // Node adds a folder for its own version to the given path, so the parent folder must be passed.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

export interface Given {
  /** The standard input of the child process. Using it keeps the bytes of the file out of this process's memory. */
  readonly file?: Readable
  readonly args?: readonly string[]
}

/**
 * Starts a program in a separate process. It does not get our settings, because code that handles files from strangers
 * must not know how to reach the database.
 */
export function forkReader(program: URL, nodeFlags: readonly string[], given: Given = {}): ChildProcess {
  const { file, args = [] } = given
  const child = fork(program, args, {
    execArgv: [...nodeFlags],
    env: { ...MEMORY_IS_RETURNED, ...compileCache() },
    serialization: 'advanced',
    stdio: [file === undefined ? 'ignore' : 'pipe', 'ignore', 'ignore', 'ipc'],
  })
  // A death of the process is reported elsewhere. If the file cannot be read, kill the process.
  if (file !== undefined) pipeline(file, child.stdin!).catch(() => child.kill('SIGKILL'))
  return child
}

const WASM_PAGES_PER_MB = 16

/**
 * Returns the Node flag that limits the size of each WebAssembly memory; every library has its own. Requests above the
 * limit fail at once, whereas an outside watcher would notice only after gigabytes had been allocated.
 */
export const wasmMemory = (megabytes: number) => `--wasm-max-mem-pages=${megabytes * WASM_PAGES_PER_MB}`

/** Declares the part of WebAssembly that is used here, because Node's types lack it. */
declare const WebAssembly: { readonly Memory: { readonly prototype: { grow(pages: number): number } } }

/**
 * The number of sizes that Emscripten requests when memory grows: its preferred size, then a smaller one, then the
 * minimum.
 */
const SIZES_TRIED = 3

/** The exit code of a process that has run out of memory: ENOMEM on Linux. */
export const WITHOUT_MEMORY = 12

/**
 * Makes the process exit when a library cannot get more memory. Otherwise the library would leave out a picture, and a
 * blank page would be mistaken for a page of the document.
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
 * Gives this process a lower priority than the process that answers requests. Reader processes call this when they
 * start; threads started later inherit the priority.
 */
export function yieldToRequests(): void {
  setPriority(constants.priority.PRIORITY_LOW)
  // On Linux, each thread has its own priority, and the threads of the compiler and garbage collector are already
  // running.
  if (existsSync(THREADS)) for (const thread of readdirSync(THREADS)) lowerThread(Number(thread))
}

function lowerThread(id: number): void {
  try {
    setPriority(id, constants.priority.PRIORITY_LOW)
  } catch {
    // The thread may have ended in the meantime, which is no problem.
  }
}
