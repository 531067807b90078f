/** Reads the amounts below the item lines. */
import type { Minor } from '../../../amounts/quantity.ts'
import { type Row, textOf } from '../picture/pieces.ts'
import { amountInWords } from '../words/amount-in-words.ts'
import type { ReadTotal } from '../words/extraction.ts'
import { isNumeric } from '../words/numbers.ts'
import { amountsIn } from './amounts-in-row.ts'
import { isNumbering } from './table-rows.ts'

const PAYABLE =
  /к\s*(?:опла[тг][еос]|уплате|перечислению)|на\s+сумму|(?:итого|всего|стоимость|сумма)(?:\s+товар\p{L}*)?\s+с\s+(?:уч[её]том\s+)?(?:ндс|налог)|(?:итого|всего)\s+(?:со\s+скидк|с\s+уч[её]том\s+скидк)/iu
/**
 * Labels of discounts and extra charges. A sum that is labelled as "before" or "after" a discount is neither a discount
 * nor a charge.
 */
const DISCOUNT = /скидк/iu
const AROUND_DISCOUNT = /(?:со?|с\s+уч[её]том|за\s+вычетом|без|до|после)\s+(?:\p{L}+\s+){0,2}скидк/iu
const EXTRA =
  /^[^\p{L}\d]*(?:услуг\p{L}*\s+(?:по\s+)?)?(?:доставк|транспорт|экспедир|погруз|разгруз|страхов|наценк|подъ[её]м|комисси)/iu
/** Labels of cash given, change, earlier payments and debts, whose amounts are not part of this document's total. */
const OF_OTHER_SUMS =
  /^[^\p{L}\d]*(?:(?:получено|внесено|принято|оплата|оплачено)\s+)?(?:налич|сдача|внесено|предоплат|аванс|доплат|к\s+доплат|остат|(?:итогов\p{L}+\s+)?(?:долг|задолж)|сальдо)/iu
/** Matches a cashless payment, whose amount equals the amount of the purchase. */
const PAID = /^[^\p{L}\d]*(?:карт(?:а|ой)|безналичн\p{L}*|электронн\p{L}*)[^\p{L}\d]*\d[\d\s'’]*[.,]\s?\d{2}$/iu
/** Matches «Итого» and «всего», also with a misread letter. */
const SUM = /итог|всего|сумма|общая\s+стоимость|(?<!\p{L})(?:[инйм][тг][оес]г|[вб]с[её][гт][оес](?!\p{L}))/iu
const VAT = /ндс|налог/iu
const VAT_ALONE = /сумма\s+(?:ндс|налога)|итого\s+(?:ндс|налог)|ндс\s*\(?\d{1,2}\s*%|в\s*т\.?\s*ч\.?\s*ндс/iu

/** The maximum number of rows between the item lines and a total. Further down, a number may mean anything. */
const MAX_TOTAL_ROWS = 8

/**
 * Returns the amounts in rows with words for sums, starting from the document's first item line. `itemRows` are
 * skipped, because they are not totals.
 */
export function paperTotalsOf(rows: readonly Row[], itemRows: ReadonlySet<Row>): ReadTotal[] {
  const first = rows.findIndex((row) => itemRows.has(row))
  const last = rows.findLastIndex((row) => itemRows.has(row))
  const below = rows.slice(Math.max(first, 0)).filter((row) => !itemRows.has(row) && !isNumbering(row))
  const afterLast = new Set(last === -1 ? [] : rows.slice(last + 1, last + 1 + MAX_TOTAL_ROWS))
  const totals: ReadTotal[] = []
  for (const [index, row] of below.entries()) {
    const text = textOf(row)
    if (OF_OTHER_SUMS.test(text)) continue
    const label = labelOf(text)
    // The next row must directly follow this one in the document. If there are item lines in between, as after the
    // heading of a second page, the two rows do not belong together.
    const next = rows[rows.indexOf(row) + 1] === below[index + 1] ? below[index + 1] : undefined
    if (label !== null) {
      const amounts = amountsIn(row)
      // On a till receipt, the total may be in the row below its label.
      const found = amounts.length > 0 || next === undefined ? amounts : amountsIn(next)
      const isBetween = rows.indexOf(row) < last
      totals.push(
        ...found.map((minor) => ({ label, minor, row: index, ...(isBetween ? { isAside: true } : {}) }) as const),
      )
    } else if (afterLast.has(row) && !isLostLine(row))
      totals.push(...amountsIn(row).map((minor) => ({ label: 'other', minor }) as const))
    const words = amountInWords(`${text} ${next === undefined ? '' : textOf(next)}`)
    if (words !== null && words > 0) totals.push({ label: 'words', minor: words as Minor })
  }
  return totals
}

/**
 * Whether a row looks like an item line that was not recognized, because it has a word and as many numbers as an item
 * line. Its amounts are then not extra charges.
 */
const isLostLine = ({ pieces }: Row) =>
  pieces.filter(({ text }) => isNumeric(text)).length >= 3 && pieces.some(({ text }) => /\p{L}{4}/u.test(text))

function labelOf(text: string): ReadTotal['label'] | null {
  if (DISCOUNT.test(text) && !AROUND_DISCOUNT.test(text)) return 'discount'
  if (EXTRA.test(text)) return 'extra'
  if (PAYABLE.test(text) || PAID.test(text)) return 'payable'
  if (VAT_ALONE.test(text) || (VAT.test(text) && !SUM.test(text))) return 'vat'
  return SUM.test(text) ? 'sum' : null
}
