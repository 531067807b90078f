/** Functions for handling long texts on their way to the database and to clients. */

/**
 * A string, or pieces of a long text to be written one after another. Joining megabytes into one string, or converting
 * it to bytes, would block the thread.
 */
export type Text = string | readonly string[]

export const piecesOf = (text: Text): readonly string[] => (typeof text === 'string' ? [text] : text)

export const joinText = (text: Text): string => (typeof text === 'string' ? text : text.join(''))

/** Counts the characters of a text. */
export function lengthOf(text: Text): number {
  if (typeof text === 'string') return text.length
  return text.reduce((sum, { length }) => sum + length, 0)
}

/** Returns the JSON of an object without its closing brace, so that more keys can follow. */
export function openEnd(json: Text): Text {
  if (typeof json === 'string') return json.slice(0, -1)
  return [...json.slice(0, -1), json.at(-1)!.slice(0, -1)]
}

/**
 * Concatenates texts. Short texts are added with `+`, because `join` would copy the whole text that has been
 * concatenated so far.
 */
export function concat(...texts: readonly Text[]): Text {
  let whole = ''
  for (const text of texts) {
    if (typeof text !== 'string') return texts.flatMap(piecesOf)
    whole += text
  }
  return whole
}
