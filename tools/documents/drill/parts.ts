/**
 * Elements shared by all invented pages of this folder. All pages have the same plain table, so that only the header
 * and the part below the item lines differ.
 */
import type { Chance } from '../chance.ts'
import { escaped, innKpp, type Layout, type Paper, table } from '../pages/html.ts'
import { dateIn, roublesInWords } from '../pages/russian.ts'
import { type Deal, type Party, partyOf } from '../pages/trade.ts'
import { columnsOf, counted } from '../rehearsal/bills.ts'
import { drillWords } from './words.ts'

export interface Headed {
  readonly name: string
  readonly kind: Layout['kind']
  readonly paper?: Paper
  readonly css?: string
  head(deal: Deal, chance: Chance): string
  foot?(deal: Deal, chance: Chance): string
}

const CSS =
  'h1{font-size:145%;margin:.6em 0}p{margin:.25em 0}.goods{margin:.8em 0}.goods th,.goods td{border:1px solid #333}.r{text-align:right}.c{text-align:center}.two{display:flex;gap:8mm}.two>*{flex:1}.grid td,.grid th{border:1px solid #333}.small{font-size:78%;color:#333}.u{border-bottom:1px solid #333}.auto{width:auto;table-layout:auto}'

export function headed({ name, kind, paper = 'a4', css = '', head, foot }: Headed): Layout {
  return {
    name,
    kind,
    paper,
    size: [9, 10.5],
    vat: ['none', 'included'],
    sku: false,
    most: 5,
    html(deal, chance) {
      const { quantity, unit, price, amount, name: goods } = columnsOf(deal)
      const lines = table({ columns: [counted, goods, unit, quantity, price, amount], lines: deal.lines })
      const vat = deal.vat === 'none' ? 'Без НДС' : `В том числе НДС: ${deal.money(deal.vatMinor)}`
      const sums = `<p class="r">Итого: ${deal.money(deal.totalMinor)}</p><p class="r">${vat}</p><p>Всего на сумму: ${roublesInWords(deal.totalMinor)}</p>`
      return {
        body: `${head(deal, chance)}${lines}${sums}${foot?.(deal, chance) ?? plainFoot(deal)}`,
        css: `${CSS}${css}`,
      }
    },
  }
}

const plainFoot = ({ seller }: Deal): string => `<p style="margin-top:2em">Отпустил ____________ ${seller.head}</p>`

/** Returns a company that is neither the seller nor the buyer of the document. */
export const another = (chance: Chance): Party => partyOf(chance, drillWords)

/** Returns the date that is the given number of days after the document's date. */
export const later = (deal: Deal, days: number, pattern = 'dd.mm.yyyy'): string =>
  dateIn(pattern, new Date(deal.date.getTime() + days * 86_400_000))

export const named = ({ name }: Party): string => escaped(name)
export const numbered = (party: Party): string => `ИНН/КПП ${innKpp(party)}`
export const rows = (pairs: readonly (readonly [string, string])[], className = 'grid'): string =>
  `<table class="${className}">${pairs.map(([label, text]) => `<tr><td style="width:27%">${label}</td><td>${text}</td></tr>`).join('')}</table>`

export const banked = ({ bank }: Party): string =>
  `р/с ${bank.account} в ${escaped(bank.name)}, БИК ${bank.bik}, к/с ${bank.corr}`
