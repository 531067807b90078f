/** Reads a part of a page again with other settings. In the code, such a repeated reading is called a "look". */
import type { Box } from './raster.ts'

/** The settings with which a part of a page can be read again. */
export type Look =
  | 'figures'
  | 'larger'
  | 'softer'
  | 'smaller'
  | 'latin'
  /** The Latin model's confidence in each word, in percent, separated by spaces. */
  | 'latin-sureness'
  | 'latin-figures'
  | 'text'
  | 'text-larger'
  | 'text-smaller'

/** Reads a part of a page again. Returns '' if nothing is readable. */
export type LookAgain = (page: number, box: Box, look: Look) => Promise<string>
