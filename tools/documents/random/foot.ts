/**
 * The part below a table: totals with and without VAT, discounts, delivery charges, amounts in words, payment codes.
 */
import { renderSVG } from 'uqr'
import type { Chance } from '../chance.ts'
import { escaped } from '../pages/html.ts'
import { roublesInWords } from '../pages/russian.ts'
import type { Deal } from '../pages/trade.ts'

/** A discount or delivery charge applied to the sum of the lines. */
export type OnAll = 'discount' | 'delivery'

/** Changes the contents of a document so that its total has a discount or a delivery charge. */
export function withOnAll(deal: Deal, chance: Chance, what: OnAll): Deal {
  const part = Math.max(100, Math.round((deal.sumMinor * chance.of([3, 5, 7, 10, 12])) / 100))
  const change = what === 'discount' ? -part : 100 * chance.whole(3, 40) * 10
  return { ...deal, totalMinor: deal.totalMinor + change }
}

interface Sum {
  readonly label: string
  readonly minor: number
}

/** Returns the totals in the order in which they are printed. */
function sumsOf(deal: Deal, chance: Chance): Sum[] {
  const { sumMinor, vatMinor, totalMinor, vat } = deal
  const rate = deal.lines.every(({ vatRate }) => vatRate === deal.rate) && chance.is(0.5) ? ` ${deal.rate} %` : ''
  if (vat === 'net' || vat === 'rounded') {
    const whole = {
      label: chance.of(['Всего к оплате', 'Итого с НДС', 'Всего с учётом НДС', 'К оплате', 'Итого', 'К уплате']),
      minor: totalMinor,
    }
    const net = { label: chance.of(['Итого', 'Итого без НДС', 'Сумма без НДС', 'Всего']), minor: sumMinor }
    const tax = { label: chance.of([`НДС${rate}`, 'Сумма НДС', `Итого НДС${rate}`]), minor: vatMinor }
    return [net, tax, whole]
  }
  const off = sumMinor - totalMinor
  const changed =
    off === 0
      ? []
      : [
          {
            label:
              off > 0
                ? chance.of(['Скидка', 'Сумма скидки', 'Скидка по карте'])
                : chance.of(['Доставка', 'Транспортные услуги']),
            minor: Math.abs(off),
          },
        ]
  const before = off === 0 ? [] : [{ label: chance.of(['Итого', 'Всего', 'Сумма']), minor: sumMinor }]
  const label =
    off > 0
      ? ['Итого к оплате', 'Всего со скидкой', 'К оплате', 'Итого с учётом скидки', 'К уплате', 'Всего', 'Итого']
      : ['Итого', 'Всего к оплате', 'Итого к оплате', 'ИТОГО']
  const whole = { label: chance.of(label), minor: totalMinor }
  const tax =
    vat === 'included' && off === 0
      ? [{ label: chance.of([`В том числе НДС${rate}`, `в т.ч. НДС${rate}`]), minor: vatMinor }]
      : []
  return [...before, ...changed, whole, ...tax]
}

export interface FootWishes {
  readonly hasCode?: boolean
}

/** Returns the HTML of the part below the table. */
export function footOf(deal: Deal, chance: Chance, { hasCode }: FootWishes): string {
  const mark = chance.of([':', ':', '', ' —'])
  const currency = chance.of(['', '', ' руб.', ' ₽'])
  const isBlock = chance.is(0.5)
  const sums = sumsOf(deal, chance).map(({ label, minor }) =>
    isBlock
      ? `<tr><td class="right">${label}${mark}</td><td class="right"><b>${deal.money(minor)}${currency}</b></td></tr>`
      : `<p class="r">${label}${mark} <b>${deal.money(minor)}${currency}</b></p>`,
  )
  const printed = isBlock ? `<table class="sums">${sums.join('')}</table>` : sums.join('')
  const counted = chance.is(0.6)
    ? `<p>Всего наименований ${deal.lines.length}, на сумму ${deal.money(deal.totalMinor)} руб.</p>`
    : ''
  const words = chance.is(0.6) ? `<p><b>${roublesInWords(deal.totalMinor)}</b></p>` : ''
  const code = hasCode === true ? `<div class="code">${paymentCode(deal)}</div>` : ''
  const signs = `<p class="sign">${chance.of(['Отпустил', 'Руководитель', 'Менеджер'])} ______________ ${escaped(deal.seller.head)}</p>`
  return `${printed}${counted}${words}${code}${signs}`
}

/** Returns the payment QR code that Russian invoices have (ГОСТ Р 56042). */
function paymentCode({ seller, totalMinor, number, dateText }: Deal): string {
  const { bank } = seller
  const fields = [
    'ST00012',
    `Name=${seller.name}`,
    `PersonalAcc=${bank.account}`,
    `BankName=${bank.name}`,
    `BIC=${bank.bik}`,
    `CorrespAcc=${bank.corr}`,
    `PayeeINN=${seller.inn}`,
    ...(seller.kpp === null ? [] : [`KPP=${seller.kpp}`]),
    `Sum=${totalMinor}`,
    `Purpose=Оплата по счёту ${number} от ${dateText}`,
  ]
  return renderSVG(fields.join('|'), { border: 2 })
}

export const FOOT_CSS =
  '.sums{width:60%;margin-left:40%}.sums td{border:none}.sign{margin-top:1.6em}.code svg{width:32mm;height:32mm}.code{margin:.5em 0}'
