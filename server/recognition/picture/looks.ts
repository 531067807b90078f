/** Rereading a part of a page with other settings ("looks"). */
import type { Box } from './raster.ts'

/** The settings to reread with. */
export type Look =
  | 'figures'
  | 'larger'
  | 'softer'
  | 'smaller'
  | 'latin'
  | 'latin-figures'
  | 'text'
  | 'text-larger'
  | 'text-smaller'

/** Reads a part of a page again; '' when nothing is readable. */
export type LookAgain = (page: number, box: Box, look: Look) => Promise<string>
