/** Material that tests may read where it lies and that is no part of the repository: samples of others, and what the API was given as. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const FOLDER = process.env.MATERIAL_DIR ?? ''

/** Where it is, by its path below MATERIAL_DIR (CONTRIBUTING.md); null: without that setting nothing outside of the repository is looked at. */
export function materialAt(path: string): URL | null {
  if (FOLDER === '') return null
  const address = new URL(path, pathToFileURL(`${resolve(FOLDER)}/`))
  return existsSync(address) ? address : null
}

/** Why it is not there, in a few words. */
export const whyWithout = (path: string): string =>
  FOLDER === '' ? 'MATERIAL_DIR is not set' : `MATERIAL_DIR has no ${path}`
