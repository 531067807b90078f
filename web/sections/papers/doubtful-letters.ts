/**
 * Finds the letters of a recognized name that the user should compare with the page. These are letters that can be read
 * in more than one way, and letters that look misread: a dollar sign, two alphabets in one word, digits among letters.
 */

/** Matches characters that do not occur in the names of products. */
const ODD_SIGNS = /[$§¢£¥¦|~^{}\\<>=¬¤�]/gu
const WORDS = /[\p{L}\p{N}]+/gu
const CYRILLIC = /\p{Script=Cyrillic}/u
const LATIN = /\p{Script=Latin}/u
/**
 * Matches digits inside a word that should be letters: «к0фе», «кол1ца». Does not match in codes such as
 * «М8х20» and «USB3A».
 */
const DIGIT_IN_WORD = /(?<=\p{Ll})[0134](?=\p{Ll}{2})/gu
/**
 * Matches digits at the start of a word that should be letters: «0ткрытка», «3еркало». Does not match
 * in measures such as «5мл» and «30мин».
 */
const DIGIT_BEFORE_WORD = /(?<![\p{L}\p{N}.,])[03](?=\p{Ll}{4})/gu
/** Matches letters inside a number that should be digits: «1О0», «2l5». */
const LETTER_IN_FIGURE = /(?<=\d)[ОоOolIЗзБб](?=\d)/gu
/**
 * Matches a letter after the hyphen of a code that should be a digit: «МР-ЗС» (with the letter З) for
 * «МР-3С» (with the digit 3).
 */
const LETTER_IN_CODE = /(?<=[\p{Lu}\d]-)З(?=\p{Lu}?(?![\p{L}\p{N}]))/gu

/** A recognized text, with the positions of those letters that can be read in more than one way. */
export interface ReadText {
  readonly text: string
  readonly doubts: readonly number[]
}

/** Returns the positions, in the edited text, of those doubtful letters that the user has not retyped. */
export function doubtsLeft({ text, doubts }: ReadText, typed: string): number[] {
  const shorter = Math.min(text.length, typed.length)
  let front = 0
  while (front < shorter && text[front] === typed[front]) front++
  let back = 0
  while (back < shorter - front && text.at(-1 - back) === typed.at(-1 - back)) back++
  return doubts.flatMap((at) => (at < front ? [at] : at >= text.length - back ? [at + typed.length - text.length] : []))
}

/**
 * Returns the positions of the doubtful letters of a name, in ascending order. `read` is the recognized text; undefined
 * if the user typed the name.
 */
export function doubtfulLetters(name: string, read?: ReadText): ReadonlySet<number> {
  const found = new Set<number>(read === undefined ? [] : doubtsLeft(read, name))
  for (const form of [ODD_SIGNS, DIGIT_IN_WORD, DIGIT_BEFORE_WORD, LETTER_IN_FIGURE, LETTER_IN_CODE])
    for (const { index } of name.matchAll(form)) found.add(index)
  for (const { 0: word, index } of name.matchAll(WORDS)) for (const at of ofOtherAlphabet(word)) found.add(index + at)
  return found
}

/** Returns the positions of letters of the rarer alphabet in a word that mixes Cyrillic and Latin. */
function ofOtherAlphabet(word: string): number[] {
  const places = (alphabet: RegExp) =>
    Array.from({ length: word.length }, (_, at) => at).filter((at) => alphabet.test(word[at]!))
  const [cyrillic, latin] = [places(CYRILLIC), places(LATIN)]
  if (cyrillic.length === 0 || latin.length === 0) return []
  return latin.length <= cyrillic.length ? latin : cyrillic
}

/** Splits a text into pieces, each of which consists only of doubtful letters or only of others. */
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
