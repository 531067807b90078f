/** Quotes within quotes as Russian and English print them, for names with quotes inside quoted sentences. */

/** `Товар «Чайник «Василёк»» создан` → `Товар «Чайник „Василёк“» создан`. Unclosed quotes stay unchanged. */
function withInnerGuillemets(text: string): string {
  let depth = 0
  return text.replace(/[«»]/g, (mark) => {
    if (mark === '«') {
      depth += 1
      return depth > 1 ? '„' : mark
    }
    if (depth > 0) depth -= 1
    return depth > 0 ? '“' : mark
  })
}

/** `Product “Kettle “Iris”” created` → `Product “Kettle ‘Iris’” created`. A “ that closes a „ does not open a quote. */
function withInnerEnglish(text: string): string {
  let depth = 0
  let lows = 0
  return text.replace(/[„“”]/g, (mark) => {
    if (mark === '„') lows += 1
    else if (mark === '“' && lows > 0) lows -= 1
    else if (mark === '“') {
      depth += 1
      return depth > 1 ? '‘' : mark
    } else if (depth > 0) {
      depth -= 1
      return depth > 0 ? '’' : mark
    }
    return mark
  })
}

/** A sentence with names in it, in Russian or English: outer quotes stay, inner quotes become „ “ and ‘ ’. */
export const withInnerQuotes = (text: string): string => withInnerEnglish(withInnerGuillemets(text))
