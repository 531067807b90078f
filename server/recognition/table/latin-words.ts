/**
 * Corrects Latin words in Russian names of goods, such as LED, FFP2, IP54 and 10W-40, which the Russian model turns
 * into Russian letters and symbols.
 */
import type { LookAgain } from '../picture/looks.ts'
import type { Piece } from '../picture/pieces.ts'
import { latinized } from '../words/article-codes.ts'
import { BRANDS } from '../words/brands.ts'
import {
  hardlyRussian,
  isName,
  latinLead,
  latinLeadOfCapitals,
  latinLeadOfMarking,
  mayBeName,
  partnerOf,
  SURE_LEAD,
  scriptFitOf,
} from '../words/latin-names.ts'
import { foldedText } from '../words/likeness.ts'
import {
  bareName,
  bareWord,
  clearlyLatin,
  diameterFor,
  FAR_OFF,
  FIGURES_ONLY,
  GOOD,
  isOtherMarking,
  isPoorlyRead,
  MARKING,
  MIN_LETTERS,
  type ModelReading,
  NEARBY,
  NEARLY,
  type PlacedWord,
  POORLY_READ_WORD,
  placedWords,
  surenessLead,
  surenessOf,
} from './word-sureness.ts'

/** A piece of a name, with its spelling chosen from both models' readings. */
export interface SpelledPiece extends Piece {
  /** Words whose script could not be decided. */
  readonly unsure: readonly string[]
}

/**
 * Replaces the Latin words in the pieces of a name with the Latin model's readings. `looks`: the number of pieces
 * that may still be reread.
 */
export async function withLatinWords(
  pieces: readonly Piece[],
  { again, looks }: { again: LookAgain; looks: { left: number } },
): Promise<SpelledPiece[]> {
  const spelled: SpelledPiece[] = []
  for (const [index, piece] of pieces.entries()) {
    const isContinued = index > 0
    const isAsked = looks.left > 0 && isWorthALook(piece, isContinued)
    if (isAsked) looks.left--
    const latin = isAsked ? await again(piece.page, piece, 'latin') : piece.text
    const isRead = isAsked && latin !== piece.text
    const sureness = isRead ? (await again(piece.page, piece, 'latin-sureness')).split(' ').map(Number) : []
    const words = spelledWords(
      { text: piece.text, sureness: piece.sureness ?? [] },
      { text: latin, sureness },
      isContinued,
    )
    const unsure = isAsked ? words.filter(({ isUnsure }) => isUnsure).map(({ word }) => word) : []
    spelled.push({ ...piece, text: words.map(({ word }) => word).join(' '), unsure })
  }
  return spelled
}

/**
 * Whether a text contains a word that may be Latin: a word in capitals, a word that looks like a name, or a word of
 * which the Russian model is not sure.
 */
function isWorthALook({ text, sureness = [] }: Piece, isContinued: boolean): boolean {
  const words = text.split(' ')
  const isPoor = (word: string, at: number) =>
    sureness.length === words.length && sureness[at]! < POORLY_READ_WORD && /[\p{L}\d]{2}/u.test(word)
  return words.some(
    (word, at) => mayBeLatin(word) || mayBeName(bareName(word), isContinued || at > 0) || isPoor(word, at),
  )
}

/** Characters that never occur in words. The Russian model produces them for V, W, 2 and S. */
const ODD = /[\\?$№|]|(?<=[\p{Lu}\d])\/|[бз](?=[\p{Lu}\d]|$)/u

/** Common Russian abbreviations, which must not be replaced by Latin words. */
const USUAL = /^(?:ГОСТ|ТУ|ПВХ|ПНД|ДВП|ДСП|ЛДСП|МДФ|ОСП|ГКЛ|ГВЛ|НДС|СССР|РФ|ООО|АО)$/u
/** The number of letters above which a word in capitals is not reread. */
const LONGEST_CAPITALS = 10
const mayBeLatin = (word: string) => {
  const bare = bareWord(word)
  return (
    bare.length >= 2 && bare.length <= LONGEST_CAPITALS && !/\p{Ll}/u.test(bare.replace(/[бз]/gu, '')) && hasDoubt(bare)
  )
}
/**
 * Words that are certainly Russian, because they contain letters that resemble no Latin letter. Sizes such as А4 and М8
 * are also kept, because they may be written in either script.
 */
const SURELY_RUSSIAN = /[ДЖЙЛПФЦЩЪЫЬЭЮ]|^[АСМНКХ]\d{1,2}$/u
/** Matches numbers that begin with zero, because they are misread words: «058-3» is OSB-3, and «0084» is DDR4. */
const NOUGHT_IN_FRONT = /^0\d\d?-|^0\d{3}$/
const hasDoubt = (word: string) =>
  !USUAL.test(word) &&
  (NOUGHT_IN_FRONT.test(word) || ODD.test(word) || (/[А-ЯЁ]/u.test(word) && !SURELY_RUSSIAN.test(word)))

/** Replaces the Latin words in `text` by the words in `latin`, which is the Latin model's reading of the same piece. */
export const withWordsOf = (text: string, latin: string): string =>
  spelledWords({ text, sureness: [] }, { text: latin, sureness: [] })
    .map(({ word }) => word)
    .join(' ')

/** A word in its final spelling. `name`: the Latin model's reading, if this is the final spelling. */
interface SpelledWord {
  readonly word: string
  readonly isUnsure: boolean
  readonly name: string | null
}

/** Spells the words of a text. `isContinued`: whether the text does not begin the name. */
function spelledWords(russian: ModelReading, latin: ModelReading, isContinued = false): SpelledWord[] {
  const others = placedWords(latin)
  const isLoud = !/\p{Ll}{3}/u.test(russian.text)
  const words = joinedWords(placedWords(russian), others)
  const spelled = words.map((word, index) => spelledWord(word, others, { isInside: isContinued || index > 0, isLoud }))
  // The Russian model often splits a Latin word in two.
  const isOnce = (name: string) => others.filter((one) => bareName(one.word) === name).length === 1
  return spelled.filter(({ name }, at) => name === null || name !== spelled[at - 1]?.name || !isOnce(name))
}

/**
 * The number of bits per letter by which two words must fit a Latin word better together than separately in order to be
 * joined.
 */
const BETTER_TOGETHER = 0.3

/** Joins two words that the Latin model reads as one Latin name: «Коп-№ ог» is Koh-Nor. */
function joinedWords(words: readonly PlacedWord[], others: readonly PlacedWord[]): PlacedWord[] {
  const joined: PlacedWord[] = []
  for (const { word, at, sureness } of words) {
    const last = joined.at(-1)
    const both = last === undefined ? '' : last.word + word
    const isOne = others.some((one) => {
      const name = bareName(one.word)
      if (last === undefined || Math.abs(one.at - (last.at + at) / 2) >= NEARBY || !isName(name)) return false
      const fit = scriptFitOf(bareName(both), name)
      const alone = Math.min(scriptFitOf(bareName(last.word), name).misfit, scriptFitOf(bareName(word), name).misfit)
      return fit.lead > 0 && fit.misfit < alone - BETTER_TOGETHER
    })
    if (isOne)
      joined[joined.length - 1] = { word: both, at: (last!.at + at) / 2, sureness: lesser(last!.sureness, sureness) }
    else joined.push({ word, at, sureness })
  }
  return joined
}

const lesser = (one: number | null, other: number | null) =>
  one === null || other === null ? null : Math.min(one, other)

function spelledWord(
  placed: PlacedWord,
  others: readonly PlacedWord[],
  { isInside, isLoud }: { readonly isInside: boolean; readonly isLoud: boolean },
): SpelledWord {
  const { word, at } = placed
  if (/^№\d[\d/.-]*\p{P}*$/u.test(word)) return { word, isUnsure: false, name: null }
  const diameter = diameterFor(bareWord(word), others)
  if (diameter !== null) return { word: diameter, isUnsure: true, name: null }
  const { name, lead } = nameFor(placed, isInside, others)
  const isGuessed = Math.abs(lead) < SURE_LEAD
  if (lead > 0 && name !== null) return { word: word.replace(bareName(word), () => name), isUnsure: isGuessed, name }
  const bare = bareWord(word)
  const nearby = others.filter((one) => Math.abs(one.at - at) < NEARBY)
  const near = nearby.map((one) => bareWord(one.word))
  const leadOf = (latin: string) => surenessLead(placed.sureness, surenessOf(latin, nearby))
  const capitals = isOfCapitals(bare, near)
    ? capitalsFor(bare, near, { isLoud, leadOf })
    : markingFor(bare, near, leadOf)
  if (capitals.name !== null && capitals.lead > 0) {
    const isSurelyRead = (surenessOf(capitals.name, nearby) ?? 0) >= GOOD && leadOf(capitals.name) >= SURE_LEAD
    const isPlain = isKnown(capitals.name) || isSurelyRead
    const spelled = isPlain ? capitals.name : withFigures(capitals.name, bare)
    const isUnsure =
      spelled !== capitals.name ||
      capitals.lead < SURE_LEAD ||
      (surenessOf(capitals.name, nearby) ?? POORLY_READ_WORD) < POORLY_READ_WORD
    return { word: word.replace(bare, () => spelled), isUnsure, name: capitals.name }
  }
  const figures = bare.replace(/[бзо]/gu, (letter) => FIGURES_OF_SMALL[letter]!)
  if (figures !== bare && /\d/.test(bare) && near.some((one) => foldedText(one) === foldedText(figures)))
    return { word: word.replace(bare, () => figures), isUnsure: false, name: null }
  if (near.some((one) => foldedText(one) === foldedText(bare))) return { word, isUnsure: false, name: null }
  const clear = clearlyLatin(placed, nearby)
  if (clear !== null) {
    const isOther = scriptFitOf(bare, clear).misfit > FAR_OFF
    return { word: word.replace(bare, () => clear), isUnsure: isOther || FIGURES_ONLY.test(bare), name: clear }
  }
  // Lowercase letters have already decided the script of a word that contains them.
  const isLarge = !/\p{Ll}/u.test(bare) || name === null
  const isAsked = isLarge && (mayBeLatin(word) || mayBeName(bareName(word), isInside))
  const isOther = near.some(isKnown) || (!isPlainRussian(bare) && near.some(isLatinWord))
  const isSurelyRussian = Math.max(...near.map(leadOf)) < -SURE_LEAD
  const isUnsure =
    isGuessed ||
    (isAsked && isOther && !isSurelyRussian) ||
    near.some((one) => isOtherSize(bare, one)) ||
    Math.abs(capitals.lead) < SURE_LEAD ||
    isPoorlyRead(placed, nearby) ||
    (FIGURES_ONLY.test(bare) && nearby.some((one) => isOtherMarking(bare, one)))
  return { word, isUnsure, name: null }
}

/** Maps lowercase letters among digits to the digits that were misread as these letters, as in «еб84». */
const FIGURES_OF_SMALL: Readonly<Record<string, string>> = { б: '6', з: '3', о: '0' }

/**
 * Whether a word may really be Latin capitals: it looks like them, is a single capital, or consists of digits where the
 * Latin model reads capitals.
 */
const isOfCapitals = (bare: string, near: readonly string[]) =>
  mayBeLatin(bare) ||
  /^(?![ДЖЙЛПФЦЩЪЫЬЭЮ])[А-Я7]$/u.test(bare) ||
  (/^\d[\d+-]+$/.test(bare) && near.some((one) => /[A-Z]{2}/.test(one)))

/** Whether a text looks like a Latin word: a name, or capitals that may include digits. */
const isLatinWord = (word: string) => isName(word) || /^(?=.*[A-Z]{2})[A-Z\d][A-Z\d./+-]*$/.test(word)

/**
 * Whether a word is a letter with digits, such as «С12» for G12, and the models agree on the digits but not on the
 * letter.
 */
const isOtherSize = (russian: string, latin: string) =>
  /^[АСМНКХВЕРТ]\d{1,2}$/u.test(russian) &&
  /^[A-Z]\d{1,2}$/.test(latin) &&
  latin.slice(1) === russian.slice(1) &&
  latinized(russian) !== latin

/**
 * Whether a word is clearly Russian: in capitals with a letter that exists only in Russian, or with letter pairs that
 * are usual in Russian.
 */
const isPlainRussian = (word: string) =>
  USUAL.test(word) ||
  (/^[А-Яа-яЁё.-]+$/u.test(word) && (SURELY_RUSSIAN.test(word) || (/\p{Ll}/u.test(word) && !hardlyRussian(word))))

/** The Latin model's reading of a word, and how much likelier it is than the Russian model's, in bits. */
interface LatinName {
  readonly name: string | null
  readonly lead: number
}

const NO_WORD: LatinName = { name: null, lead: Number.NEGATIVE_INFINITY }

/**
 * Returns the Latin model's reading of a word if it looks like a name. A capital is no evidence for a word in quotation
 * marks, which is capitalized in any script.
 */
function nameFor({ word, at, sureness }: PlacedWord, isInside: boolean, others: readonly PlacedWord[]): LatinName {
  const bare = bareName(word)
  // A Latin name may also be read as capitals and digits: «В10» for Rio, «5КМК» for Skivik.
  const isSmall = /\p{Ll}/u.test(bare)
  if (!isSmall && !(isInside && mayBeLatin(word))) return NO_WORD
  const nearby = others.filter((one) => Math.abs(one.at - at) < NEARBY)
  const near = nearby.map((one) => bareName(one.word))
  const name = partnerOf(bare, near)
  // If neither reading explains the other, but the Latin reading looks like a word, leave the script undecided.
  if (name === null && isInside && /^\p{Lu}\p{Ll}/u.test(word) && near.some(isLatinWord)) return { name, lead: 0 }
  if (name === null || !isName(name)) return NO_WORD
  const other = surenessOf(name, nearby)
  const isEqual = sureness !== null && other !== null && other >= sureness - NEARLY
  const lead = latinLead(bare, name, { isInside: isInside && !/^[«"“„]/.test(word), isEqual })
  return { name, lead: lead + surenessLead(sureness, other) }
}

/** Returns the Latin model's reading of a marking if the models' confidence shows that it is Latin. */
function markingFor(russian: string, near: readonly string[], leadOf: (latin: string) => number): LatinName {
  const fitting = near.filter(
    (one) =>
      MARKING.test(one) &&
      (/\d/.test(one) || (one.match(/[A-Za-z]/g)?.length ?? 0) >= MIN_LETTERS) &&
      foldedText(one) !== foldedText(russian),
  )
  const name = partnerOf(russian, fitting)
  if (name === null || (/^[а-яё]+$/u.test(russian) && !hardlyRussian(russian))) return NO_WORD
  const fit = scriptFitOf(russian, name)
  const lead = leadOf(name)
  return lead === 0 || fit.lead <= 0 ? NO_WORD : { name, lead: latinLeadOfMarking(russian, name) + lead }
}

/**
 * Letters that the Latin model reads instead of digits, such as «SSW» where the Russian model reads «55». If both
 * models read one character at a place, the Russian model's digit is right.
 */
const FIGURES: Readonly<Record<string, string>> = { S: '5', O: '0', B: '8', Z: '2', G: '6' }
function withFigures(latin: string, russian: string): string {
  const countIn = (text: string, sign: string) => text.split(sign).length - 1
  return Object.entries(FIGURES).reduce((text, [letter, figure]) => {
    const isSeen = countIn(text, letter) === countIn(russian, figure) && !text.includes(figure)
    return isSeen ? text.replaceAll(letter, figure) : text
  }, latin)
}

/** Markings printed on goods worldwide. */
const KNOWN =
  /^(?:LED|USB|HDMI|VGA|DVI|OSB|SDS|FFP[1-3]|IP\d\d|DIN|ISO|RAL|PN\d{2}|HSS|LS|X{0,3}L|SSD|HDD|DDR\d|RJ\d\d|[EG]\d\d|GU\d+|R\d\d|\d+[VW]|\d+W-\d+|\d+[GMT]B|NPK|WD-\d+)$/

const isKnown = (latin: string) =>
  latin.split('-').some((part) => KNOWN.test(part) || (part.length > 2 && BRANDS.has(part.toLowerCase())))

/** Returns the likeliest Latin reading of a word of capitals and digits. */
function capitalsFor(
  russian: string,
  near: readonly string[],
  { isLoud, leadOf }: { readonly isLoud: boolean; leadOf(latin: string): number },
): LatinName {
  const wholeLead = (latin: string) => {
    if (isKnown(latin)) return scriptFitOf(russian, latin).misfit < FAR_FROM_KNOWN ? KNOWN_LEAD : NO_WORD.lead
    return latinized(russian) === latin ? NO_WORD.lead : latinLeadOfCapitals(russian, latin, isLoud) + leadOf(latin)
  }
  return near
    .filter((one) => /^(?=.*[A-Z])[A-Z\d][A-Z\d.,/+-]*$/.test(one))
    .map((name) => ({ name, lead: wholeLead(name) }))
    .reduce((best, one) => (one.lead > best.lead ? one : best), NO_WORD)
}

/** The lead, in bits, of a known marking, large enough to make it certain. */
const KNOWN_LEAD = 10
/** The misfit, in bits per letter, from which a known marking belongs to a neighbouring word instead. */
const FAR_FROM_KNOWN = 3.2
