/** The contents of a document in a set of pages: parties, goods and amounts, made from the set's words. */
import type { Chance } from '../chance.ts'

/**
 * How the document states VAT. `net`: VAT is added to the prices. `rounded`: VAT is also added, but the net prices were
 * computed from prices that include VAT. `none`: no VAT. `included`: VAT is part of the prices.
 */
export type VatMode = 'none' | 'included' | 'net' | 'rounded'

export interface Words {
  /**
   * Goods as `name|unit|from|to`, with a range of prices in roubles. An optional fifth field is the largest usual
   * quantity.
   */
  readonly goods: readonly string[]
  /** Goods by trade; a document contains goods of one trade. If not given, a document contains any of `goods`. */
  readonly trades?: Readonly<Record<string, readonly string[]>>
  readonly firms: readonly string[]
  readonly forms: readonly string[]
  /** The people's names: family name, first name and patronymic. */
  readonly people: readonly string[]
  readonly places: readonly string[]
  readonly streets: readonly string[]
  readonly banks: readonly string[]
  /** The spellings of each unit of measure. A document uses the same spelling throughout. */
  readonly units: Readonly<Record<string, readonly string[]>>
  number(chance: Chance): string
  date(chance: Chance, date: Date): string
  /** Returns a function that makes product codes of one kind, so that all codes of a document look alike. */
  codes(chance: Chance): (chance: Chance) => string
  readonly quantities: readonly ('short' | 'one' | 'two' | 'three')[]
  readonly thousands: readonly string[]
  /** Additions that make a product name long. */
  readonly tails: readonly string[]
}

/**
 * Replaces the goods of a set. In `lines`, a line such as «# fishing» begins a trade, and the lines below it are its
 * goods as `name|unit|from|to`.
 */
export function withGoods(words: Words, lines: string): Words {
  const trades: Record<string, string[]> = {}
  let trade = 'goods'
  for (const line of lines.split('\n').map((one) => one.trim()))
    if (line.startsWith('#')) trade = line.slice(1).trim()
    else if (line !== '') trades[trade] = [...(trades[trade] ?? []), line]
  return { ...words, trades, goods: Object.values(trades).flat() }
}

export interface Party {
  readonly name: string
  readonly short: string
  readonly inn: string
  readonly kpp: string | null
  readonly address: string
  readonly phone: string
  readonly bank: { readonly name: string; readonly bik: string; readonly account: string; readonly corr: string }
  readonly head: string
}

export interface Line {
  readonly name: string
  readonly sku: string | null
  readonly unit: string
  readonly okei: string
  readonly quantityMilli: number
  /** The price as printed, after the discount. It includes VAT if the amounts include VAT. */
  readonly priceMinor: number
  readonly amountMinor: number
  readonly vatRate: number
  readonly vatMinor: number
  readonly discount: number
  readonly fullPriceMinor: number
}

export interface Deal {
  readonly number: string
  readonly date: Date
  readonly dateText: string
  readonly seller: Party
  readonly buyer: Party
  readonly lines: readonly Line[]
  readonly vat: VatMode
  readonly rate: number
  /** The sum of the item lines' amounts, in kopecks. */
  readonly sumMinor: number
  readonly vatMinor: number
  readonly totalMinor: number
  money(minor: number): string
  quantity(milli: number): string
}

/**
 * Unit codes as accounting programs print them. The official classifier has no codes for bags, pails and cans, and the
 * programs print their own code 8751 for a box.
 */
const OKEI: Readonly<Record<string, string>> = {
  шт: '796',
  м: '006',
  м2: '055',
  м3: '113',
  кг: '166',
  т: '168',
  л: '112',
  уп: '778',
  рул: '736',
  бухта: '616',
  компл: '839',
  пара: '715',
  пач: '728',
  бут: '868',
  лист: '625',
  мешок: '8751',
  кор: '8751',
  усл: '876',
  бан: '774',
  набор: '704',
  ведро: '8752',
  тыс: '798',
  час: '356',
  бал: '876',
  пог: '018',
  г: '163',
  флак: '872',
  бобина: '616',
  ящ: '812',
}

const BY_PART = ['м', 'м2', 'м3', 'кг', 'т', 'л', 'пог']

/** Returns a taxpayer number (ИНН) with valid check digits. */
function taxNumber(chance: Chance, length: 10 | 12, region: string): string {
  const digits = [...region, ...Array.from({ length: length - region.length }, () => String(chance.whole(0, 9)))]
  const check = (weights: readonly number[]) =>
    String((weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11) % 10)
  if (length === 10) digits[9] = check([2, 4, 10, 3, 5, 9, 4, 6, 8])
  else {
    digits[10] = check([7, 2, 4, 10, 3, 5, 9, 4, 6, 8])
    digits[11] = check([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8])
  }
  return digits.join('')
}

const FULL_FORMS: Readonly<Record<string, string>> = {
  ООО: 'Общество с ограниченной ответственностью',
  АО: 'Акционерное общество',
  ПАО: 'Публичное акционерное общество',
  ЗАО: 'Закрытое акционерное общество',
  ИП: 'Индивидуальный предприниматель',
}

const figures = (chance: Chance, length: number) => Array.from({ length }, () => String(chance.whole(0, 9))).join('')

export function partyOf(chance: Chance, words: Words): Party {
  const isPerson = chance.is(0.22)
  const region = chance.of(['97', '96', '93', '98'])
  const inn = taxNumber(chance, isPerson ? 12 : 10, region)
  const person = chance.of(words.people)
  const [family = '', first = '', father = ''] = person.split(' ')
  const initials = `${family} ${first[0]}. ${father[0]}.`
  const quotes = chance.of([
    ['«', '»'],
    ['"', '"'],
    ['«', '»'],
  ] as const)
  const form = chance.of(words.forms)
  const short = isPerson
    ? `ИП ${chance.is(0.5) ? person : initials}`
    : `${form} ${quotes[0]}${chance.of(words.firms)}${quotes[1]}`
  const full = chance.is(0.2) ? short.replace(/^\S+/u, (word) => FULL_FORMS[word] ?? word) : short
  const head = chance.of(words.people).split(' ')
  return {
    name: full,
    short,
    inn,
    kpp: isPerson ? null : `${inn.slice(0, 4)}${chance.of(['01001', '01001', '43001', '50001'])}`,
    address: `${chance.whole(101000, 692000)}, ${chance.of(words.places)}, ${chance.of(words.streets)}, д. ${chance.whole(1, 148)}${chance.of(['', '', ', оф. 12', ', стр. 2', ', корп. 3, кв. 41'])}`,
    phone: `+7 (${chance.whole(301, 499)}) ${figures(chance, 3)}-${figures(chance, 2)}-${figures(chance, 2)}`,
    bank: {
      name: chance.of(words.banks),
      bik: `04${figures(chance, 7)}`,
      account: `40${isPerson ? '802' : '702'}810${figures(chance, 12)}`,
      corr: `30101810${figures(chance, 12)}`,
    },
    head: isPerson ? initials : `${head[0]} ${head[1]![0]}. ${head[2]![0]}.`,
  }
}

/** Returns a seller and a buyer with different names. */
function partiesOf(chance: Chance, words: Words): Pick<Deal, 'seller' | 'buyer'> {
  const seller = partyOf(chance, words)
  const key = ({ short }: Party) => short.replace(/[^\p{L}]/gu, '').slice(2, 8)
  for (;;) {
    const buyer = partyOf(chance, words)
    if (key(buyer) !== key(seller)) return { seller, buyer }
  }
}

export interface DealOptions {
  readonly count: number
  readonly vat: VatMode
  readonly withSku: boolean
  readonly withDiscount: boolean
  /** The fraction of names that are made long, from 0 to 1. */
  readonly longNames: number
  /** The trade of the goods, if the layout is for one trade only. */
  readonly trade?: string
}

const ROUND_QUANTITIES = [
  1, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 15, 18, 20, 24, 25, 30, 36, 40, 48, 50, 60, 72, 80, 96, 100, 120, 144, 150,
  200, 240, 300, 500, 1000,
]

function priceOf(chance: Chance, from: number, to: number): number {
  const roubles = from * (to / from) ** chance.next()
  return chance.is(0.35) ? 100 * Math.max(1, Math.round(roubles)) : Math.round(100 * roubles)
}

const vatWithin = (amount: number, rate: number) => Math.round((amount * rate) / (100 + rate))
const amountOf = (milli: number, minor: number) => Math.floor((milli * minor + 500) / 1000)

function goodsOf(chance: Chance, { goods, trades }: Words, trade: string | undefined): readonly string[] {
  if (trades === undefined) return goods
  return trades[trade ?? chance.of(Object.keys(trades))] ?? goods
}

/** Returns a random quantity in thousandths. */
function quantityOf(
  chance: Chance,
  { unit, most, isLarge }: { unit: string; most: string | undefined; isLarge: boolean },
): number {
  const isInParts = BY_PART.includes(unit) && chance.is(0.6)
  if (most !== undefined) {
    const usual = 1000 * chance.of(ROUND_QUANTITIES.filter((quantity) => quantity <= Number(most)))
    return isInParts ? usual + chance.of([1, 10, 10, 100]) * chance.whole(1, 9) : usual
  }
  if (isInParts) return chance.of([1, 10, 100]) * chance.whole(20, 999)
  return 1000 * chance.of(ROUND_QUANTITIES) * (isLarge ? chance.of([1, 10]) : 1)
}

/** Returns the price and amounts of one item line as the document prints them. */
function figuresOf(vat: VatMode, line: { price: number; milli: number; rate: number; discount: number }) {
  const full = line.price
  const price = Math.round((full * (100 - line.discount)) / 100)
  const amount = amountOf(line.milli, price)
  if (vat === 'rounded') {
    const vatMinor = vatWithin(amount, line.rate)
    const net = amount - vatMinor
    return { priceMinor: Math.round((net * 1000) / line.milli), amountMinor: net, vatMinor, fullPriceMinor: full }
  }
  const vatMinor =
    vat === 'none' ? 0 : vat === 'included' ? vatWithin(amount, line.rate) : Math.round((amount * line.rate) / 100)
  return { priceMinor: price, amountMinor: amount, vatMinor, fullPriceMinor: full }
}

export function dealOf(chance: Chance, words: Words, options: DealOptions): Deal {
  const { vat } = options
  const rates = vat === 'none' ? [0] : chance.is(0.8) ? [chance.of([20, 22, 22, 10])] : [10, 22]
  const code = words.codes(chance)
  const spelled = Object.fromEntries(Object.entries(words.units).map(([unit, ways]) => [unit, chance.of(ways)]))
  const isLarge = chance.is(0.12)
  const goods = goodsOf(chance, words, options.trade)
  const chosen = chance.some(goods, options.count)
  while (chosen.length < options.count) chosen.push(chance.of(goods))
  const lines = chosen.map((kind): Line => {
    const [given = '', unit = 'шт', from = '1', to = '2', most] = kind.split('|')
    const milli = quantityOf(chance, { unit, most, isLarge })
    const rate = chance.of(rates)
    const discount = options.withDiscount ? chance.of([0, 3, 5, 5, 7, 10, 12, 15]) : 0
    const price = priceOf(chance, Number(from), Number(to))
    return {
      name: chance.is(options.longNames) ? `${given}${chance.of(words.tails)}` : given,
      sku: options.withSku && chance.is(0.93) ? code(chance) : null,
      unit: spelled[unit] ?? unit,
      okei: OKEI[unit] ?? '796',
      quantityMilli: milli,
      vatRate: rate,
      discount,
      ...figuresOf(vat, { price, milli, rate, discount }),
    }
  })
  const sum = lines.reduce((all, line) => all + line.amountMinor, 0)
  const vatMinor = lines.reduce((all, line) => all + line.vatMinor, 0)
  const date = new Date(Date.UTC(chance.whole(2025, 2026), chance.whole(0, 11), chance.whole(1, 28)))
  return {
    number: words.number(chance),
    date,
    dateText: words.date(chance, date),
    ...partiesOf(chance, words),
    lines,
    vat,
    rate: rates.length === 1 ? rates[0]! : 22,
    sumMinor: sum,
    vatMinor,
    totalMinor: vat === 'net' || vat === 'rounded' ? sum + vatMinor : sum,
    ...writerOf(chance, words, lines),
  }
}

const DECIMALS = { short: 0, one: 1, two: 2, three: 3 }

function writerOf(chance: Chance, words: Words, lines: readonly Line[]): Pick<Deal, 'money' | 'quantity'> {
  const thousands = chance.of(words.thousands)
  const point = chance.is(0.82) ? ',' : '.'
  const needed = Math.max(
    0,
    ...lines.map(({ quantityMilli: milli }) =>
      milli % 1000 === 0 ? 0 : milli % 100 === 0 ? 1 : milli % 10 === 0 ? 2 : 3,
    ),
  )
  const wanted = chance.of(words.quantities)
  const parted = (whole: string) => whole.replace(/\B(?=(\d{3})+$)/g, thousands)
  return {
    money(minor) {
      const [whole = '', fraction = ''] = (minor / 100).toFixed(2).split('.')
      return `${parted(whole)}${point}${fraction}`
    },
    quantity(milli) {
      const digits = Math.max(DECIMALS[wanted], wanted === 'short' ? 0 : needed)
      const text = wanted === 'short' ? String(milli / 1000) : (milli / 1000).toFixed(digits)
      const [whole = '', fraction] = text.split('.')
      return fraction === undefined ? parted(whole) : `${parted(whole)}${point}${fraction}`
    },
  }
}
