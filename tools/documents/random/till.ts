/** Invented till receipts with random rows, marks, discounts and codes. */
import { renderSVG } from 'uqr'
import type { Chance } from '../chance.ts'
import { escaped, type Layout, type Paper } from '../pages/html.ts'
import { dateIn } from '../pages/russian.ts'
import type { Deal, Line } from '../pages/trade.ts'

const times = (milli: number, minor: number) => Math.floor((milli * minor + 500) / 1000)

/** The print format of the rows for a product. */
interface RowWay {
  readonly sign: string
  readonly isPriceFirst: boolean
  readonly hasUnit: boolean
  readonly mark: string
  readonly isAmountBelow: boolean
  readonly isNumbered: boolean
  readonly isUpper: boolean
  readonly hasVat: boolean
}

const wayOf = (chance: Chance): RowWay => ({
  sign: chance.of(['x', 'x', '*', 'х', 'X']),
  isPriceFirst: chance.is(0.5),
  hasUnit: chance.is(0.6),
  mark: chance.of(['=', '=', '= ', '']),
  isAmountBelow: chance.is(0.25),
  isNumbered: chance.is(0.6),
  isUpper: chance.is(0.3),
  hasVat: chance.is(0.5),
})

function rowOf(deal: Deal, line: Line, { index, way }: { index: number; way: RowWay }): string {
  const unit = way.hasUnit ? ` ${line.unit}` : ''
  const [count, price] = [`${deal.quantity(line.quantityMilli)}${unit}`, deal.money(line.priceMinor)]
  const product = way.isPriceFirst ? `${price} ${way.sign} ${count}` : `${count} ${way.sign} ${price}`
  const amount = `${way.mark === '' && way.isAmountBelow ? '=' : way.mark}${deal.money(line.amountMinor)}`
  const name = way.isUpper ? line.name.toUpperCase() : line.name
  const full =
    line.discount === 0
      ? ''
      : `<p>Цена без скидки ${deal.money(line.fullPriceMinor)}</p><p>Скидка ${deal.money(times(line.quantityMilli, line.fullPriceMinor) - line.amountMinor)}</p>`
  const figures = way.isAmountBelow
    ? `<p>${product}</p><p class="r">${amount}</p>`
    : `<p class="row"><span>${product}</span><span>${amount}</span></p>`
  const vat = way.hasVat ? `<p>НДС ${line.vatRate}%</p>` : ''
  return `<p>${way.isNumbered ? `${index + 1}. ` : ''}${escaped(name)}</p>${full}${figures}${vat}`
}

/** Returns the fiscal code of a receipt, in the format of the Russian tax service. */
function fiscalCode(
  deal: Deal,
  { clock, drive, receipt, sign }: Record<'clock' | 'drive' | 'receipt' | 'sign', string>,
): string {
  const day = dateIn('yyyymmdd', deal.date)
  return renderSVG(
    `t=${day}T${clock.replace(':', '')}&s=${(deal.totalMinor / 100).toFixed(2)}&fn=${drive}&i=${receipt}&fp=${sign}&n=1`,
    { border: 2 },
  )
}

export function tillOf(paper: Paper, withDiscount: boolean): Layout {
  return {
    name: withDiscount ? 'till, discounts' : 'till',
    kind: 'receipt',
    paper,
    size: paper === 'till-58' ? [7.4, 8.4] : [8.2, 9.6],
    vat: ['included', 'none'],
    sku: false,
    hasUnits: false,
    withDiscount,
    fonts: 'mono',
    most: 12,
    html(deal, chance) {
      const way = wayOf(chance)
      const clock = `${chance.whole(10, 21)}:${chance.whole(10, 59)}`
      const marks = {
        clock,
        drive: `99604400${chance.whole(10_000_000, 99_999_999)}`,
        receipt: String(chance.whole(100, 99_999)),
        sign: String(chance.whole(100_000_000, 4_000_000_000)),
      }
      const rows = deal.lines.map((line, index) => rowOf(deal, line, { index, way }))
      const head = [
        `<p class="c">${escaped(deal.seller.name)}</p>`,
        `<p class="c">${deal.seller.address}</p>`,
        `<p class="c">ИНН ${deal.seller.inn}</p>`,
      ]
      const titled = `<p class="c">${chance.of(['КАССОВЫЙ ЧЕК', 'Кассовый чек', 'ЧЕК', 'Чек'])} № ${deal.number}</p><p class="row"><span>${chance.of(['ПРИХОД', 'Приход'])}</span><span>${dateIn(chance.of(['dd.mm.yyyy', 'dd.mm.yy']), deal.date)} ${clock}</span></p>`
      const total = `<p class="row big"><span>${chance.of(['ИТОГ', 'ИТОГО', 'Итог', 'ИТОГО К ОПЛАТЕ'])}</span><span>${chance.of(['=', '= ', ''])}${deal.money(deal.totalMinor)}</span></p>`
      const paid = `<p class="row"><span>${chance.of(['БЕЗНАЛИЧНЫМИ', 'Безналичными', 'КАРТОЙ', 'НАЛИЧНЫМИ'])}</span><span>=${deal.money(deal.totalMinor)}</span></p>`
      const tax =
        deal.vat === 'none'
          ? '<p>СУММА БЕЗ НДС</p>'
          : `<p class="row"><span>СУММА НДС ${deal.rate}%</span><span>=${deal.money(deal.vatMinor)}</span></p>`
      const code = chance.is(0.8) ? `<div class="code">${fiscalCode(deal, marks)}</div>` : ''
      const fiscal = `<p>ФН ${marks.drive}</p><p>ФД ${marks.receipt} ФП ${marks.sign}</p>`
      return {
        body: `${head.join('')}${titled}<p>${'-'.repeat(24)}</p>${rows.join('')}<p>${'-'.repeat(24)}</p>${total}${paid}${tax}${fiscal}${code}`,
        css: 'p{margin:0;word-break:break-word}.c{text-align:center}.r{text-align:right}.row{display:flex;justify-content:space-between;gap:2mm}.row span{white-space:nowrap}.big{font-size:125%;font-weight:bold}.code{text-align:center;margin-top:2mm}.code svg{width:30mm;height:30mm}',
      }
    },
  }
}
