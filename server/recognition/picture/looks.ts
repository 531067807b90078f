/** Reads a part of a page again with other settings. In the code, such a repeated reading is called a "look". */
import type { Box } from './raster.ts'

/** The settings with which a part of a page can be read again. */
export type Look =
  | 'figures'
  | 'larger'
  | 'softer'
  | 'smaller'
  | 'latin'
  /**
   * For each word of the look 'latin': the Latin model's confidence in percent and the word's left and right end on the
   * page, as in «93,120,164». The words are separated by spaces.
   */
  | 'latin-words'
  | 'latin-figures'
  | 'text'
  | 'text-larger'
  | 'text-smaller'

/** Reads a part of a page again. Returns '' if nothing is readable. */
export type LookAgain = (page: number, box: Box, look: Look) => Promise<string>
