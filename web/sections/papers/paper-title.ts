/**
 * What a paper calls itself. The service tells bills, ТОРГ-12 and УПД apart, and calls all other papers `receipt`: of these the title
 * says which one it is. It stands in the text that was read, which is not there for who sees no costs.
 */
import type { Extraction } from '../../../sdk/types.ts'

/** Titles stand at the top. */
const TOP_LINES = 25

const TITLES = [
  ['act', /^а\s?к\s?т(?!\p{L})/u],
  ['till', /^(?:товарный\s+|кассовый\s+)?чек(?!\p{L})/u],
  ['order', /^(?:приходный\s+|расходный\s+)?ордер(?!\p{L})/u],
  ['packing', /^упаковочный\s+лист(?!\p{L})/u],
  ['receipt', /^(?:\p{L}+\s+){0,3}накладная(?!\p{L})/u],
] as const

export type Paper = Extraction['kind'] | (typeof TITLES)[number][0]

/** Cyrillic letters that look like these, which a reader of pictures takes them for. */
const LOOK_ALIKE: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', k: 'к', o: 'о', p: 'р', t: 'т', x: 'х' }

const plain = (line: string) =>
  line
    .toLowerCase()
    .replace(/[acekoptx]/g, (letter) => LOOK_ALIKE[letter]!)
    .replace(/^[^\p{L}\d]+/u, '')

/** By the title with the paper's number, else by the first one: further down other papers are named. */
export function paperOf({ kind, reference, text }: Pick<Extraction, 'kind' | 'reference'> & { text?: string }): Paper {
  if (kind !== 'receipt') return kind
  const titles = (text ?? '')
    .split('\n', TOP_LINES)
    .flatMap((line) => TITLES.flatMap(([paper, pattern]) => (pattern.test(plain(line)) ? [{ paper, line }] : [])))
  const numbered = titles.find(({ line }) => reference !== null && line.includes(reference))
  return (numbered ?? titles[0])?.paper ?? kind
}
