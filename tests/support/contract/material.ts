/** Finds test material outside the repository: sample documents of other companies, and the original API document. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const FOLDER = process.env.MATERIAL_DIR ?? ''

/**
 * Returns the URL of a file below the folder MATERIAL_DIR (see CONTRIBUTING.md). Returns null if the variable is not
 * set, so that tests read nothing outside the repository.
 */
export function materialAt(path: string): URL | null {
  if (FOLDER === '') return null
  const address = new URL(path, pathToFileURL(`${resolve(FOLDER)}/`))
  return existsSync(address) ? address : null
}

/** Returns a short explanation of why the material is missing, for the title of a skipped test. */
export const whyWithout = (path: string): string =>
  FOLDER === '' ? 'MATERIAL_DIR is not set' : `MATERIAL_DIR has no ${path}`
