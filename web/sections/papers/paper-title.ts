/**
 * Finds the kind of a paper from its title. The service distinguishes invoices, ТОРГ-12 and УПД and calls all other
 * papers `receipt`; for those, the title says which kind it is. The title is in the recognized text, which users who
 * may not see costs do not get.
 */
import type { Extraction } from '../../../sdk/types.ts'

/** Titles are near the top of the page. */
const TOP_LINES = 25

const TITLES = [
  ['act', /^а\s?к\s?т(?!\p{L})/u],
  ['till', /^(?:товарный\s+|кассовый\s+)?чек(?!\p{L})/u],
  ['order', /^(?:приходный\s+|расходный\s+)?ордер(?!\p{L})/u],
  ['packing', /^упаковочный\s+лист(?!\p{L})/u],
  ['receipt', /^(?:\p{L}+\s+){0,3}накладная(?!\p{L})/u],
] as const

export type Paper = Extraction['kind'] | (typeof TITLES)[number][0]

/** Cyrillic letters that recognition confuses with these Latin ones. */
const LOOK_ALIKE: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', k: 'к', o: 'о', p: 'р', t: 'т', x: 'х' }

const plain = (line: string) =>
  line
    .toLowerCase()
    .replace(/[acekoptx]/g, (letter) => LOOK_ALIKE[letter]!)
    .replace(/^[^\p{L}\d]+/u, '')

/**
 * Prefers the title followed by the paper's number, otherwise takes the first title: further down, other papers are
 * mentioned.
 */
export function paperOf({ kind, reference, text }: Pick<Extraction, 'kind' | 'reference'> & { text?: string }): Paper {
  if (kind !== 'receipt') return kind
  const titles = (text ?? '')
    .split('\n', TOP_LINES)
    .flatMap((line) => TITLES.flatMap(([paper, pattern]) => (pattern.test(plain(line)) ? [{ paper, line }] : [])))
  const numbered = titles.find(({ line }) => reference !== null && line.includes(reference))
  return (numbered ?? titles[0])?.paper ?? kind
}
