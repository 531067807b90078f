/** Decides whether two texts in a document mean the same to a person who reads the page. */
import { distanceOf, foldedText } from '../../server/recognition/words/likeness.ts'

const SAME_GLYPHS: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Е: 'E',
  Н: 'H',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Т: 'T',
  Х: 'X',
  У: 'Y',
}
const LOOK_ALIKES: Readonly<Record<string, string>> = { ...SAME_GLYPHS, О: '0', O: '0', З: '3', Б: '6' }

const mapped = (text: string, map: Readonly<Record<string, string>>) =>
  [
    ...text
      .normalize('NFC')
      .toUpperCase()
      .replace(/[‐-―−]/g, '-')
      .replace(/\s+/g, ''),
  ]
    .map((letter) => map[letter] ?? letter)
    .join('')

/**
 * Prepares a document number for comparison: Cyrillic and Latin letters that look the same become equal, all dashes
 * become equal, and spaces are removed.
 */
export const foldedNumber = (text: string): string => mapped(text, SAME_GLYPHS)

/** Prepares a code for comparison as `foldedNumber` does. In addition, О and 0, З and 3, Б and 6 become equal. */
export const foldedCode = (text: string): string => mapped(text, LOOK_ALIKES)

const UNITS: readonly (readonly string[])[] = [
  ['шт', 'штук', 'штука'],
  ['уп', 'упак', 'упк', 'упаковка'],
  ['рул', 'рулон'],
  ['компл', 'комп', 'к-т', 'к-кт', 'комплект'],
  ['пар', 'пара'],
  ['пач', 'пачка'],
  ['меш', 'мешок'],
  ['бут', 'бутылка'],
  ['бан', 'банка'],
  ['бух', 'бухта'],
  ['кор', 'короб', 'коробка'],
  ['т', 'тн', 'тонна'],
  ['м', 'метр'],
  ['л', 'литр', 'лист'],
  ['м2', 'кв.м'],
  ['м3', 'куб.м'],
  ['пог.м', 'п.м', 'погм', 'м.п', 'п/м'],
  ['усл', 'усл.ед', 'услуга'],
]
const UNIT_OF = new Map(UNITS.flatMap((ways) => ways.map((way) => [way, ways[0]!] as const)))

/** Prepares a unit for comparison: lower case, no final dot, no spaces, one spelling for each unit. */
export function foldedUnit(text: string): string {
  const plain = text.toLowerCase().replace(/²/g, '2').replace(/³/g, '3').replace(/\s+/g, '').replace(/\.+$/, '')
  return UNIT_OF.get(plain) ?? plain
}

const FORMS: readonly (readonly [RegExp, string])[] = [
  [/общество с ограниченной ответственностью/giu, 'ООО'],
  [/публичное акционерное общество/giu, 'ПАО'],
  [/закрытое акционерное общество/giu, 'ЗАО'],
  [/акционерное общество/giu, 'АО'],
  [/индивидуальный предприниматель/giu, 'ИП'],
]

/**
 * Returns how similar two names of companies are, from 0 to 1. Legal forms are abbreviated first; quotation marks,
 * punctuation, case, ё and look-alike letters do not count.
 */
export function partyLikeness(read: string, truth: string): number {
  const folded = (name: string) =>
    foldedText(FORMS.reduce((text, [long, short]) => text.replace(long, short), name)).replace(/ё/g, 'е')
  return likeness(folded(read), folded(truth))
}

export const nameLikeness = (read: string, truth: string): number => likeness(foldedText(read), foldedText(truth))

const likeness = (a: string, b: string) => 1 - distanceOf(a, b) / Math.max(a.length, b.length, 1)
