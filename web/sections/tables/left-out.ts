/** The columns of a table in which something stands and of which nothing is made. */
import type { TableImport } from '../../../sdk/types.ts'

/** Their names. @param nameOf of a column that has none, by its number from 1. */
export function namesLeftOut(
  { columns }: TableImport,
  targets: readonly (string | null)[],
  nameOf: (number: number) => string,
): string[] {
  return columns.flatMap(({ header, samples }, at) =>
    targets[at] === null && samples.length > 0 ? [header === '' ? nameOf(at + 1) : header] : [],
  )
}
