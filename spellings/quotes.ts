/**
 * Changes nested quotation marks to the inner form used in Russian and English, for example when a sentence quotes a
 * name that itself contains quotation marks.
 */

/**
 * Changes nested quotation marks in Russian: `Товар «Чайник «Василёк»» создан` → `Товар «Чайник „Василёк“» создан`.
 * Quotation marks without a partner stay unchanged.
 */
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

/**
 * Changes nested quotation marks in English: `Product “Kettle “Iris”” created` → `Product “Kettle ‘Iris’” created`. A “
 * that closes a „ does not open a quotation.
 */
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

/**
 * Corrects the quotation marks of a sentence in Russian or English that contains names: outer marks stay, inner marks
 * become „ “ or ‘ ’.
 */
export const withInnerQuotes = (text: string): string => withInnerEnglish(withInnerGuillemets(text))
