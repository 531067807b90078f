/** Headers of documents with title, number, date and parties at random places. */
import type { Chance } from '../chance.ts'
import { escaped, innKpp, partyText } from '../pages/html.ts'
import { dateIn } from '../pages/russian.ts'
import type { Deal, Party } from '../pages/trade.ts'

const BILLS = ['Счёт на оплату', 'Счет на оплату', 'СЧЁТ', 'Счет', 'Счёт-договор']
const NOTES = ['Накладная', 'Расходная накладная', 'Товарный чек', 'Отгрузочная накладная']

export type Titled = 'invoice' | 'receipt'

/** The ways to arrange title, number and date. */
type TitleWay = 'line' | 'two lines' | 'right' | 'boxes' | 'bare' | 'hand'
type PartyWay = 'rows' | 'boxes' | 'prose' | 'table'

export interface HeadWishes {
  readonly title?: TitleWay
  readonly parties?: PartyWay
}

/** Returns the HTML of the part above the table. */
export function headOf(deal: Deal, chance: Chance, { kind, title, parties }: HeadWishes & { kind: Titled }): string {
  const word = chance.of(kind === 'invoice' ? BILLS : NOTES)
  const titled = titleOf(deal, chance, {
    word,
    way: title ?? chance.of(['line', 'line', 'line', 'two lines', 'right', 'boxes']),
  })
  const named = partiesOf(deal, chance, parties ?? chance.of(['rows', 'rows', 'boxes', 'prose', 'table']))
  const bank = kind === 'invoice' && chance.is(0.6) ? bankOf(deal.seller) : ''
  return chance.is(0.7) ? `${bank}${titled}${named}` : `${named}${bank}${titled}`
}

function titleOf({ number, dateText }: Deal, chance: Chance, { word, way }: { word: string; way: TitleWay }): string {
  const sign = chance.of(['№ ', '№ ', '№', 'N ', ''])
  switch (way) {
    case 'line':
      return `<h1>${word} ${sign === '' ? '№ ' : sign}${number} от ${dateText}</h1>`
    case 'two lines':
      return `<h1>${word} ${sign === '' ? '№ ' : sign}${number}</h1><p class="${chance.of(['', 'c'])}">${chance.of(['от', 'Дата:', 'Дата документа:'])} ${dateText}</p>`
    case 'right':
      return `<div class="split"><h1>${word}</h1><div class="r"><p>№ ${number}</p><p>${chance.of(['от ', '', 'Дата: '])}${dateText}</p></div></div>`
    case 'boxes':
      return `<div class="split"><h1>${word}</h1><table class="box"><tr><td>${chance.of(['Номер документа', 'Номер', '№ документа'])}</td><td>${chance.of(['Дата составления', 'Дата', 'Дата документа'])}</td></tr><tr><td>${number}</td><td>${dateText}</td></tr></table></div>`
    case 'hand':
      return `<h1>${word} № ${written(chance, number)} от ${written(chance, dateText)}</h1>`
    default:
      return `<h1>${word} ${number} от ${dateText}</h1>`
  }
}

/** Fonts that imitate handwriting. They are used only for digits, because they have no Russian letters. */
export const HAND_FONTS = ['Breip', 'Kristi', 'Rufscript', 'Steve', 'Delphine']

/** Writes the number and date with digits only, as in a form that was filled in by hand. */
export const byHand = (deal: Deal): Deal => ({
  ...deal,
  number: deal.number.replace(/\D/g, ''),
  dateText: dateIn('dd.mm.yyyy', deal.date),
})

/** Formats text as if written with a pen: larger than the printed text and slightly off the line. */
const written = (chance: Chance, text: string): string =>
  `<span class="pen" style="font-family:${chance.of(HAND_FONTS)};font-size:${chance.whole(130, 190)}%;color:${chance.of(['#22308a', '#1b1b1b', '#1a2a9a'])};transform:translateY(${chance.whole(-2, 2)}px) rotate(${chance.whole(-3, 3)}deg)">${text}</span>`

const bankOf = ({ name, inn, kpp, bank }: Party) =>
  `<table class="bank"><tr><td>${bank.name}</td><td>БИК</td><td>${bank.bik}</td></tr><tr><td>Банк получателя</td><td>Сч. №</td><td>${bank.corr}</td></tr><tr><td>ИНН ${inn} КПП ${kpp ?? ''}<br>${escaped(name)}</td><td>Сч. №</td><td>${bank.account}</td></tr></table>`

const SELLERS = ['Поставщик', 'Продавец', 'Исполнитель', 'Поставщик (исполнитель)']
const BUYERS = ['Покупатель', 'Заказчик', 'Получатель', 'Покупатель (заказчик)']

function partiesOf({ seller, buyer }: Deal, chance: Chance, way: PartyWay): string {
  const [sells, buys] = [chance.of(SELLERS), chance.of(BUYERS)]
  switch (way) {
    case 'rows':
      return `<p>${sells}: ${partyText(seller)}</p><p>${buys}: ${partyText(buyer)}</p>`
    case 'table':
      return `<table class="pt"><tr><td>${sells}:</td><td><b>${partyText(seller)}</b></td></tr><tr><td>${buys}:</td><td><b>${partyText(buyer)}</b></td></tr></table>`
    case 'boxes': {
      const box = (role: string, party: Party) =>
        `<div class="pb"><p><b>${role}</b></p><p>${escaped(party.name)}</p><p>ИНН/КПП ${innKpp(party)}</p><p>${party.address}</p><p>${party.phone}</p></div>`
      return `<div class="split">${box(sells, seller)}${box(buys, buyer)}</div>`
    }
    default:
      return `<p>${escaped(seller.name)}, ИНН ${seller.inn}, ${chance.of(['именуемое в дальнейшем', 'далее —'])} «${chance.of(['Поставщик', 'Продавец'])}», передаёт, а ${escaped(buyer.name)}, ИНН ${buyer.inn}, ${chance.of(['именуемое в дальнейшем', 'далее —'])} «Покупатель», принимает следующий товар:</p>`
  }
}

export const HEAD_CSS =
  '.pen{display:inline-block;font-weight:normal;line-height:1;border-bottom:1px solid #555}h1{font-size:135%;font-weight:bold;margin:.4em 0}p{margin:.2em 0}.c{text-align:center}.r{text-align:right}.split{display:flex;justify-content:space-between;gap:6mm}.pb{flex:1;border:1px solid #444;padding:2mm;margin:2mm 0}.box{width:70mm}.box td,.bank td{border:1px solid #333}.pt td:first-child{width:24mm}.bank{margin-bottom:.8em}'
