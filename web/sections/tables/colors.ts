/** The colour of the badge for each status of a table import. */
import type { TableImport } from '../../../sdk/types.ts'

export const COLORS: Partial<Record<TableImport['status'], string>> = {
  ready: 'green',
  done: 'green',
  failed: 'red',
  paused: 'yellow',
}
