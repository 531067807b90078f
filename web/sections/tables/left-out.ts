/** Finds the columns of a table that contain data but will not be imported. */
import type { TableImport } from '../../../sdk/types.ts'

/**
 * Returns the names of the columns that will not be imported. `nameOf` returns the name for a column without a header,
 * given its number, which counts from 1.
 */
export function namesLeftOut(
  { columns }: TableImport,
  targets: readonly (string | null)[],
  nameOf: (number: number) => string,
): string[] {
  return columns.flatMap(({ header, samples }, at) =>
    targets[at] === null && samples.length > 0 ? [header === '' ? nameOf(at + 1) : header] : [],
  )
}
