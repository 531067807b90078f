/** Long texts on their way to the database and to clients. */

/**
 * A text, or its pieces to be written one after the other: a text of megabytes that was put together keeps the thread when it is
 * made one piece, and again when it is made bytes.
 */
export type Text = string | readonly string[]

export const piecesOf = (text: Text): readonly string[] => (typeof text === 'string' ? [text] : text)

export const joinText = (text: Text): string => (typeof text === 'string' ? text : text.join(''))

/** How many characters it has. */
export function lengthOf(text: Text): number {
  if (typeof text === 'string') return text.length
  return text.reduce((sum, { length }) => sum + length, 0)
}

/** The JSON of an object without the brace at its end, for more to follow. */
export function openEnd(json: Text): Text {
  if (typeof json === 'string') return json.slice(0, -1)
  return [...json.slice(0, -1), json.at(-1)!.slice(0, -1)]
}

/** One after the other. Short texts are added, not joined: a join copies all of what was put together so far. */
export function concat(...texts: readonly Text[]): Text {
  let whole = ''
  for (const text of texts) {
    if (typeof text !== 'string') return texts.flatMap(piecesOf)
    whole += text
  }
  return whole
}
