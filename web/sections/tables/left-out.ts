/** Finds columns of a table that contain data but are not imported. */
import type { TableImport } from '../../../sdk/types.ts'

/** The names of those columns. `nameOf` names a column without a header, by its number from 1. */
export function namesLeftOut(
  { columns }: TableImport,
  targets: readonly (string | null)[],
  nameOf: (number: number) => string,
): string[] {
  return columns.flatMap(({ header, samples }, at) =>
    targets[at] === null && samples.length > 0 ? [header === '' ? nameOf(at + 1) : header] : [],
  )
}
