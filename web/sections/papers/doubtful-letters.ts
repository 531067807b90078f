/**
 * Which letters of a name that was read from a picture are to be compared with it: those that were read in more than one way, and those that look misread
 * by themselves, a dollar sign, two alphabets in a word, digits among letters.
 */

/** No name of goods needs them. */
const ODD_SIGNS = /[$§¢£¥¦|~^{}\\<>=¬¤�]/gu
const WORDS = /[\p{L}\p{N}]+/gu
const CYRILLIC = /\p{Script=Cyrillic}/u
const LATIN = /\p{Script=Latin}/u
/** Digits that are taken for letters, within a word: «к0фе», «кол1ца». «М8х20» and «USB3A» are codes. */
const DIGIT_IN_WORD = /(?<=\p{Ll})[0134](?=\p{Ll}{2})/gu
/** «0ткрытка», «3еркало»; «5мл» and «30мин» are measures. */
const DIGIT_BEFORE_WORD = /(?<![\p{L}\p{N}.,])[03](?=\p{Ll}{4})/gu
/** «1О0», «2l5». */
const LETTER_IN_FIGURE = /(?<=\d)[ОоOolIЗзБб](?=\d)/gu
/** Behind a hyphen of a code: «МР-ЗС» for «МР-3С». */
const LETTER_IN_CODE = /(?<=[\p{Lu}\d]-)З(?=\p{Lu}?(?![\p{L}\p{N}]))/gu

/** A text as it was read, with the places of letters that were read in more than one way. */
export interface ReadText {
  readonly text: string
  readonly doubts: readonly number[]
}

/** The places of the doubtful letters of what was read in what it was made since: what was typed anew is doubtful no more. */
export function doubtsLeft({ text, doubts }: ReadText, typed: string): number[] {
  const shorter = Math.min(text.length, typed.length)
  let front = 0
  while (front < shorter && text[front] === typed[front]) front++
  let back = 0
  while (back < shorter - front && text.at(-1 - back) === typed.at(-1 - back)) back++
  return doubts.flatMap((at) => (at < front ? [at] : at >= text.length - back ? [at + typed.length - text.length] : []))
}

/** The places of such letters, in their order. `read`: as the name was read, where it was. */
export function doubtfulLetters(name: string, read?: ReadText): ReadonlySet<number> {
  const found = new Set<number>(read === undefined ? [] : doubtsLeft(read, name))
  for (const form of [ODD_SIGNS, DIGIT_IN_WORD, DIGIT_BEFORE_WORD, LETTER_IN_FIGURE, LETTER_IN_CODE])
    for (const { index } of name.matchAll(form)) found.add(index)
  for (const { 0: word, index } of name.matchAll(WORDS)) for (const at of ofOtherAlphabet(word)) found.add(index + at)
  return found
}

/** The letters of the alphabet that fewer letters of the word are of. */
function ofOtherAlphabet(word: string): number[] {
  const places = (alphabet: RegExp) =>
    Array.from({ length: word.length }, (_, at) => at).filter((at) => alphabet.test(word[at]!))
  const [cyrillic, latin] = [places(CYRILLIC), places(LATIN)]
  if (cyrillic.length === 0 || latin.length === 0) return []
  return latin.length <= cyrillic.length ? latin : cyrillic
}

/** A text in pieces, each doubtful or not. */
export function piecesOf(
  name: string,
  doubtful: ReadonlySet<number>,
): { readonly text: string; readonly isDoubtful: boolean }[] {
  const pieces: { text: string; isDoubtful: boolean }[] = []
  for (let at = 0; at < name.length; at += 1) {
    const isDoubtful = doubtful.has(at)
    const last = pieces.at(-1)
    if (last?.isDoubtful === isDoubtful) last.text += name[at]
    else pieces.push({ text: name[at]!, isDoubtful })
  }
  return pieces
}
