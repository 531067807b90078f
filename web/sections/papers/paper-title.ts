/**
 * Finds the type of a paper document from its title. The server only distinguishes invoices, ТОРГ-12 and УПД and calls
 * everything else `receipt`; for those other documents the title is more specific. The title is in the recognized text,
 * which is withheld from users who may not see costs.
 */
import type { Extraction } from '../../../sdk/types.ts'

/** The number of lines at the top of a page that are searched for the title. */
const TOP_LINES = 25

const TITLES = [
  ['act', /^а\s?к\s?т(?!\p{L})/u],
  ['till', /^(?:товарный\s+|кассовый\s+)?чек(?!\p{L})/u],
  ['order', /^(?:приходный\s+|расходный\s+)?ордер(?!\p{L})/u],
  ['packing', /^упаковочный\s+лист(?!\p{L})/u],
  ['receipt', /^(?:\p{L}+\s+){0,3}накладная(?!\p{L})/u],
] as const

export type Paper = Extraction['kind'] | (typeof TITLES)[number][0]

/** For each Latin letter, the Cyrillic letter that recognition confuses it with. */
const LOOK_ALIKE: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', k: 'к', o: 'о', p: 'р', t: 'т', x: 'х' }

const plain = (line: string) =>
  line
    .toLowerCase()
    .replace(/[acekoptx]/g, (letter) => LOOK_ALIKE[letter]!)
    .replace(/^[^\p{L}\d]+/u, '')

/**
 * Returns the type of the document. A title followed by the document's number is preferred; otherwise the first title
 * counts, because text further down mentions other documents.
 */
export function paperOf({ kind, reference, text }: Pick<Extraction, 'kind' | 'reference'> & { text?: string }): Paper {
  if (kind !== 'receipt') return kind
  const titles = (text ?? '')
    .split('\n', TOP_LINES)
    .flatMap((line) => TITLES.flatMap(([paper, pattern]) => (pattern.test(plain(line)) ? [{ paper, line }] : [])))
  const numbered = titles.find(({ line }) => reference !== null && line.includes(reference))
  return (numbered ?? titles[0])?.paper ?? kind
}
