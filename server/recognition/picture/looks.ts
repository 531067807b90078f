/** How a part of a page is looked at once more. */
import type { Box } from './raster.ts'

/** What is tried with it. */
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

/** Reads a part of a page again; '' when nothing is legible there. */
export type LookAgain = (page: number, box: Box, look: Look) => Promise<string>
