/**
 * Determines the type of a paper document from its title. The server tells only invoices, ТОРГ-12 and УПД apart
 * and calls every other document `receipt`. For these others the title is more specific. It is taken from the
 * recognized text, which users who may not see costs do not get.
 */
import type { Extraction } from '../../../sdk/types.ts'

/** The title is searched for in this many lines at the top of the page. */
const TOP_LINES = 25

const TITLES = [
  ['act', /^а\s?к\s?т(?!\p{L})/u],
  ['till', /^(?:товарный\s+|кассовый\s+)?чек(?!\p{L})/u],
  ['order', /^(?:приходный\s+|расходный\s+)?ордер(?!\p{L})/u],
  ['packing', /^упаковочный\s+лист(?!\p{L})/u],
  ['receipt', /^(?:\p{L}+\s+){0,3}накладная(?!\p{L})/u],
] as const

export type Paper = Extraction['kind'] | (typeof TITLES)[number][0]

/** For each Latin letter, the Cyrillic letter that looks like it, so that recognition may confuse the two. */
const LOOK_ALIKE: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', k: 'к', o: 'о', p: 'р', t: 'т', x: 'х' }

const plain = (line: string) =>
  line
    .toLowerCase()
    .replace(/[acekoptx]/g, (letter) => LOOK_ALIKE[letter]!)
    .replace(/^[^\p{L}\d]+/u, '')

/**
 * Returns the type of the document. A title that is followed by the document's number is preferred. Otherwise the first
 * title counts, because text further down may mention other documents.
 */
export function paperOf({ kind, reference, text }: Pick<Extraction, 'kind' | 'reference'> & { text?: string }): Paper {
  if (kind !== 'receipt') return kind
  const titles = (text ?? '')
    .split('\n', TOP_LINES)
    .flatMap((line) => TITLES.flatMap(([paper, pattern]) => (pattern.test(plain(line)) ? [{ paper, line }] : [])))
  const numbered = titles.find(({ line }) => reference !== null && line.includes(reference))
  return (numbered ?? titles[0])?.paper ?? kind
}
