/** Words in Latin letters inside Russian names: LED, FFP2, IP54, 10W-40. A Russian reader makes Russian letters and signs of them. */
import { latinized } from './article-codes.ts'
import { BRANDS } from './brands.ts'
import { scriptVote } from './code-script.ts'
import { isName, likelierName, mayBeName } from './latin-names.ts'
import type { Piece } from './pieces.ts'
import type { LookAgain } from './table.ts'

/** The pieces of a name, those of its words that are Latin spelled by the Latin reader. `looks`: how many pieces may still be looked at. */
export async function withLatinWords(
  pieces: readonly Piece[],
  { again, looks }: { again: LookAgain; looks: { left: number } },
): Promise<Piece[]> {
  const spelled: Piece[] = []
  for (const piece of pieces) {
    const isAsked = looks.left > 0 && isWorthALook(piece.text)
    if (isAsked) looks.left--
    const latin = isAsked ? await again(piece.page, piece, 'latin') : piece.text
    spelled.push({ ...piece, text: withWordsOf(piece.text, latin) })
  }
  return spelled
}

/** A word that may be Latin, in capitals or as names are written. */
const isWorthALook = (text: string) =>
  text.split(' ').some((word, index) => mayBeLatin(word) || mayBeName(bareName(word), index > 0))

/** Signs that stand in no word: what a Russian reader makes of V, W, 2 and S. */
const ODD = /[\\?$№|]|(?<=[\p{Lu}\d])\/|[бз](?=[\p{Lu}\d]|$)/u

/** Short words without small letters, that are no measures and none of the abbreviations that all trades have. */
const USUAL = /^(?:ГОСТ|ТУ|ПВХ|ПНД|ДВП|ДСП|ЛДСП|МДФ|ОСП|ГКЛ|ГВЛ|НДС|СССР|РФ|ООО|АО)$/u
const mayBeLatin = (word: string) => {
  const bare = bareWord(word)
  return bare.length >= 2 && bare.length <= 8 && !/\p{Ll}/u.test(bare.replace(/[бз]/gu, '')) && hasDoubt(bare)
}
/** Nothing in Latin looks like these; sizes of paper, bolts and profiles are written in either script. */
const SURELY_RUSSIAN = /[ДЖЙЛПФЦЩЪЫЬЭЮ]|^[АСМНКХ]\d{1,2}$/u
const hasDoubt = (word: string) =>
  !USUAL.test(word) && (ODD.test(word) || (/[А-ЯЁ]/u.test(word) && !SURELY_RUSSIAN.test(word)))

const bareWord = (word: string) => word.replace(/^[«»"'(.,;:]+|[«»"').,;:]+$/gu, '')

/** Of a piece's width: a word stands in the same place for both readers. */
const SAME_PLACE = 0.08

/** `text` with those words of `latin`, the same piece as the Latin reader sees it, that are Latin. */
export function withWordsOf(text: string, latin: string): string {
  const [words, others] = [placedWords(text), placedWords(latin)]
  return words
    .map(({ word, at }) => {
      const name = nameFor(word, at, others)
      if (name !== null) return word.replace(bareName(word), () => name)
      if (!mayBeLatin(word)) return word
      const near = others.filter((one) => Math.abs(one.at - at) < SAME_PLACE).map((one) => one.word)
      const bare = bareWord(word)
      const found = near.map(bareWord).find((one) => isLatin(bare, one))
      return found === undefined ? word : word.replace(bare, () => (isKnown(found) ? found : withFigures(found, bare)))
    })
    .join(' ')
}

const bareName = (word: string) => word.replace(/^[«»"'‘’“”„.,;:]+|[«»"'‘’“”.,;:]+$/gu, '')

/** What the Latin reader sees in the place of a word, where it is a name as Latin ones are; null: nothing of the kind. */
function nameFor(
  word: string,
  at: number,
  others: readonly { readonly word: string; readonly at: number }[],
): string | null {
  const bare = bareName(word)
  if (!/\p{Ll}/u.test(bare)) return null
  const near = others
    .filter((one) => Math.abs(one.at - at) < SAME_PLACE)
    .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
  return near.map((one) => bareName(one.word)).find((name) => isName(name) && likelierName(bare, name)) ?? null
}

function placedWords(text: string): { word: string; at: number }[] {
  let from = 0
  return text.split(' ').map((word) => {
    const at = (from + word.length / 2) / Math.max(1, text.length)
    from += word.length + 1
    return { word, at }
  })
}

/** «SSW» where the Russian reader sees «55»: both see a figure's place, and only he takes it for one. */
const FIGURES: Readonly<Record<string, string>> = { S: '5', O: '0', B: '8', Z: '2', G: '6' }
const withFigures = (latin: string, russian: string) =>
  [...latin].map((letter, at) => (FIGURES[letter] === russian[at] ? russian[at] : letter)).join('')

/** What is printed on goods all over the world. */
const KNOWN =
  /^(?:LED|USB|HDMI|VGA|DVI|OSB|SDS|FFP[1-3]|IP\d\d|DIN|ISO|RAL|PN\d{2}|HSS|LS|X{0,3}L|SSD|HDD|DDR\d|RJ\d\d|[EG]\d\d|GU\d+|R\d\d|\d+[VW]|\d+W-\d+|NPK|WD-\d+)$/

const isKnown = (latin: string) =>
  latin.split('-').some((part) => KNOWN.test(part) || (part.length > 2 && BRANDS.has(part.toLowerCase())))

/** As the two readers spell one word: the Latin one is right. */
function isLatin(russian: string, latin: string): boolean {
  if (!/^[A-Z\d][A-Z\d./+-]*$/.test(latin) || !/[A-Z]/.test(latin)) return false
  const odd = russian.match(new RegExp(ODD, 'gu'))?.length ?? 0
  const isAsLong = Math.abs(russian.length - latin.length) <= odd
  if (isKnown(latin)) return Math.abs(russian.length - latin.length) <= Math.max(1, odd)
  if (!isAsLong || latinized(russian) === latin) return false
  return odd > 0 ? scriptVote(russian, latin) !== 'russian' : scriptVote(russian, latin) === 'latin'
}
