/** Lists and reads the repository's files for the checks of their text. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import type { SourceFile } from './house-rules.ts'

const ROOT = new URL('../../../', import.meta.url)

/**
 * Returns the paths of the files that git tracks or that could be added, relative to the project's root. Deleted files
 * are left out.
 */
export function housePaths(): string[] {
  const call = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const printed = execFileSync('git', call, { cwd: ROOT, encoding: 'utf8' })
  return printed.split('\0').filter((path) => path !== '' && existsSync(new URL(path, ROOT)))
}

/** Reads a file by its path relative to the project's root. */
export const readText = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

/** Reads the files whose paths match the pattern. */
export const readFiles = (paths: readonly string[], pattern: RegExp): SourceFile[] =>
  paths.filter((path) => pattern.test(path)).map((path) => ({ path, text: readText(path) }))
