/** Tests which name belongs to the tax number that was found, and how names are spelled. */
import { expect, test } from 'vitest'
import { companyIn } from '../../server/recognition/head/party-names.ts'
import { judged } from '../../server/recognition/judge/judge.ts'
import { datesIn } from '../../server/recognition/words/dates.ts'
import { INVOICE, readingOf } from '../support/papers/text-pages.ts'

type Cells = [left: number, text: string][]

const TITLE = 'Счет № 125 от 02.03.2024'
const SELLER = { name: 'ООО «Сантехкварц»', inn: '9746611237' }

/**
 * Reads a bill with the given rows above its item lines, and returns the seller and whether a warning asks the user to
 * check it.
 */
const sellerOf = async (...rows: (string | Cells)[]) => {
  const head = [TITLE, ...rows].map((row): Cells => (typeof row === 'string' ? [[0, row]] : row))
  const reading = await readingOf([...head, ...INVOICE.slice(4)], async (_page, _box, look) =>
    look === 'text' ? TITLE : '',
  )
  const isDoubtful = judged(reading).warnings.some(({ code }) => code === 'SUPPLIER_DOUBTFUL')
  return { ...reading.supplier, isDoubtful }
}

const BUYER = 'Покупатель: АО «Ромашка», ИНН 9764954357'

test.each([
  ['the name before the number', ['Поставщик: ООО «Сантехкварц», ИНН 9746611237', BUYER]],
  ['the name above the number', ['ООО «Сантехкварц»', 'ИНН 9746611237 КПП 974601001', BUYER]],
  ['the name below the number', ['ИНН 9746611237 КПП 974601001', 'ООО «Сантехкварц»', 'Получатель', BUYER]],
  ['the name below a bank', ['АО «Альфа-Банк» БИК 044525593', 'ИНН 9746611237', 'ООО «Сантехкварц»', BUYER]],
  ['the name above the bank', ['ООО «Сантехкварц»', 'ИНН 9746611237', 'Банк: ООО «Точка», р/с 407028101', BUYER]],
  ['the name before a bank', ['ООО «Сантехкварц», ИНН 9746611237, р/с 407, в банке ПАО «Сбер», БИК 044525225', BUYER]],
  ['the buyer before the supplier', [BUYER, 'Поставщик: ООО «Сантехкварц», ИНН 9746611237']],
  [
    'the parties of a contract',
    [
      'ООО «Сантехкварц» (ИНН 9746611237), именуемое в дальнейшем «Поставщик», и',
      'АО «Ромашка» (ИНН 9764954357), именуемое в дальнейшем «Покупатель»',
    ],
  ],
  [
    'a sentence over several rows',
    [
      'Общество с ограниченной ответственностью «Сантехкварц», ИНН 9746611237, в лице Власова Е. К., именуемое',
      '«Продавец», передало, а АО «Ромашка», ИНН 9764954357, в лице Афанасьева Л. Ю., именуемое в дальнейшем',
      '«Покупатель», приняло следующий товар:',
    ],
  ],
  [
    'a sentence in which only the word for the buyer is legible',
    [
      'АО «Ромашка» (ИНН 9764954357), именуемое в дальнейшем «Покупатель», приняло, а ООО «Сантехкварц» (ИНН',
      '9746611237), именуемое в дальнейшем «Прхдхвхц», передало товар',
    ],
  ],
  [
    'the supplier on the left, the buyer on the right',
    [
      [[1000, 'Покупатель:']],
      [
        [0, 'ООО «Сантехкварц»'],
        [920, 'ИП Харитонов Г. Б.'],
      ],
      [
        [0, 'ИНН 9746611237 КПП 974601001'],
        [960, 'ИНН 965539226930'],
      ],
    ],
  ],
] as [string, (string | Cells)[]][])(
  'the supplier’s name is the one that belongs to the tax number that was found: %s',
  async (_where, rows) => {
    const { name, ...rest } = await sellerOf(...rows)
    expect({ ...rest, name: name?.replace('Общество с ограниченной ответственностью', 'ООО') }).toEqual({
      ...SELLER,
      isDoubtful: false,
    })
  },
)

test.each([
  [
    'within a cell',
    [
      [
        [0, 'Поставщик:'],
        [200, 'ООО «Сантех-'],
      ],
      [[200, 'кварц», ИНН 9746611237']],
    ],
  ],
  [
    'after its legal form',
    [
      [
        [0, 'Поставщик'],
        [200, 'ООО'],
      ],
      [
        [0, '(Исполнитель):'],
        [200, '«Сантехкварц», ИНН 9746611237'],
      ],
    ],
  ],
])('a supplier’s name printed over two rows is joined %s', async (_how, rows) => {
  expect(await sellerOf(...(rows as Cells[]), BUYER)).toEqual({ ...SELLER, isDoubtful: false })
})

test.each([
  [
    ['Индивидуальный предприниматель Ковалёв', 'Степан Маркович'],
    'Индивидуальный предприниматель Ковалёв Степан Маркович',
  ],
  [['ИП', 'Ковалёв', 'Степан Маркович'], 'ИП Ковалёв Степан Маркович'],
  [['ООО Торговый дом', '«Рубеж»'], 'ООО Торговый дом «Рубеж»'],
  [
    ['ИНДИВИДУАЛЬНЫЙ ПРЕДПРИНИМАТЕЛЬ', 'КОВАЛЁВ СТЕПАН МАРКОВИЧ'],
    'ИНДИВИДУАЛЬНЫЙ ПРЕДПРИНИМАТЕЛЬ КОВАЛЁВ СТЕПАН МАРКОВИЧ',
  ],
  [
    ['Общество с', 'ограниченной', 'ответственностью', '«Сантехкварц»'],
    'Общество с ограниченной ответственностью «Сантехкварц»',
  ],
])('a supplier’s name continues in the rows below: %j', async (lines, name) => {
  const cells = lines.map((text): Cells => [[200, text]])
  expect((await sellerOf([[0, 'Поставщик:']], ...cells, [[200, 'ИНН 9746611237']], BUYER)).name).toBe(name)
})

test('the party labelled «Получатель» is the seller if the other party is labelled as the customer', async () => {
  const sides: Cells[] = [
    [
      [0, 'Получатель'],
      [500, 'Заказчик'],
    ],
    [
      [0, 'Общество с ограниченной ответственностью'],
      [500, 'АО «Ромашка»'],
    ],
    [
      [0, '«Сантехкварц»'],
      [500, 'ИНН 9764954357'],
    ],
    [
      [0, '101000, г. Тестовск'],
      [500, 'г. Примерск'],
    ],
    [[0, 'ул. Лесная']],
    [[0, 'ИНН 9746611237']],
  ]
  expect(await sellerOf(...sides)).toEqual({
    name: 'Общество с ограниченной ответственностью «Сантехкварц»',
    inn: SELLER.inn,
    isDoubtful: false,
  })
})

test('a seller’s tax number below the item lines is read again if its check digits are wrong', async () => {
  const end: Cells = [[0, 'ООО «Сантехкварц» ИНН 9746611230']]
  const rows = [[[0, TITLE]], [[0, BUYER]], ...INVOICE.slice(4), end] as Cells[]
  const seen = await readingOf(rows, async (_page, box, look) =>
    box.top > 150 && look === 'text' ? 'ИНН 9746611237' : '',
  )
  expect(seen.supplier).toEqual(SELLER)
  expect((await readingOf(rows)).supplier.inn).not.toBeNull()
})

test('if one row of a contract names both parties, the seller is the party that the row calls the seller', async () => {
  const [buyer, seller] = ['АО «Ромашка»', 'ООО «Сантехкварц»']
  const line = `${buyer}, именуемое в дальнейшем «Покупатель», и ${seller}, именуемое в дальнейшем «Поставщик»`
  expect(
    (await sellerOf(line, 'заключили договор', 'г. Тестовск', 'о поставке', 'товаров', 'ИНН 9746611237')).name,
  ).toBe(seller)
})

test('the seller is found when it is printed below the item lines', async () => {
  const end: Cells[] = [[[0, 'Поставщик: ООО «Сантехкварц»']], [[0, 'ИНН 9746611237, р/с 40702810']]]
  const reading = await readingOf([[[0, TITLE]], [[0, BUYER]], ...INVOICE.slice(4), ...end])
  expect(reading.supplier).toEqual(SELLER)
})

test('of several readings of the supplier’s name, the most frequent is used', async () => {
  const rows = [
    'Поставщик: ООО «Сантехкварп», ИНН 9746611237',
    BUYER,
    'Отпустил: ООО «Сантехкварц»',
    'ООО «Сантехкварц»',
  ]
  expect(await sellerOf(...rows)).toMatchObject(SELLER)
})

test('a supplier’s name that is missing or not beside its tax number gets a warning', async () => {
  expect(await sellerOf('ИНН 9746611237', BUYER)).toEqual({ name: null, inn: '9746611237', isDoubtful: true })
  expect(await sellerOf('ООО «Вектор»', BUYER, 'ОГРН', 'Тел.', 'E-mail', 'Сайт', 'ИНН 9746611237')).toMatchObject({
    isDoubtful: true,
  })
  expect(await sellerOf('Поставщик, адрес, телефон, банковские реквизиты')).toMatchObject({ name: null })
})

test.each([
  ['ООО "Вектор", ИНН 97', 'ООО «Вектор»'],
  ['000 «Вектор» ИНН', 'ООО «Вектор»'],
  ['ОOО «Торговый дом «Кедр»», ИНН', 'ООО «Торговый дом «Кедр»»'],
  ['Общество с огранииченной ответственностью «Кедр»', 'Общество с ограниченной ответственностью «Кедр»'],
  ['ПУБЛИЧНОЕ АКЦИОНЕРНОЕ ОБЩЕСТВО "КЕДР"', 'ПУБЛИЧНОЕ АКЦИОНЕРНОЕ ОБЩЕСТВО «КЕДР»'],
  ['АО Северный Ветер", ИНН', 'АО «Северный Ветер»'],
  ['ЗАО Северный Ветер, ИНН', 'ЗАО Северный Ветер'],
  ['ПАО "ГрандОпт\' ко', 'ПАО «ГрандОпт»'],
  ['ООО Торговая компания "Рубеж». ИНН', 'ООО Торговая компания «Рубеж»'],
  ['АО НПП «Старт», 101000', 'АО НПП «Старт»'],
  ['Иидивидуальный предприниматель Петров Иван Сергеевич', 'Индивидуальный предприниматель Петров Иван Сергеевич'],
  ['ИП Ли О. Э., ИНН', 'ИП Ли О. Э.'],
  ['ИПЛИ 0. Э.', 'ИП ЛИ О. Э.'],
  ['ИП Соколов А. в. (2)', 'ИП Соколов А. В.'],
  [
    'Индивидуальный предприниматель Ермаков-Белый Денис Сергеевич, ИНН',
    'Индивидуальный предприниматель Ермаков-Белый Денис Сергеевич',
  ],
  ['ИП Алиев Рашид Мамед оглы, ИНН', 'ИП Алиев Рашид Мамед оглы'],
  ['Индивидyальный лредприниматель Ковалёв С. М., ИНН', 'Индивидуальный предприниматель Ковалёв С. М.'],
  ['Обшество сотраниченной ответственностью «Кедр»', 'Общество с ограниченной ответственностью «Кедр»'],
  ['ООО кСантехкварц», ИНН', 'ООО «Сантехкварц»'],
  ['ИЛ Ковалёв С. М., ИНН', 'ИП Ковалёв С. М.'],
  ['ИП. Ковалёв С.М., ИНН', 'ИП Ковалёв С.М.'],
  ['ИП КовалёвС.М.', 'ИП Ковалёв С.М.'],
  ['«Сантехкварц» ООО, ИНН', 'ООО «Сантехкварц»'],
  ['Поставщик: Сантехкварц, ООО, ИНН', 'ООО Сантехкварц'],
  ['САНТЕХКВАРЦ ООО ИНН', 'ООО САНТЕХКВАРЦ'],
  ['ООС «Сантехкварц», ИНН', 'ООО «Сантехкварц»'],
  ['ОсО «Сантехкварц», ИНН', 'ООО «Сантехкварц»'],
  ['3АО «Сантехкварц», ИНН', 'ЗАО «Сантехкварц»'],
  ['А0 «Сантехкварц», ИНН', 'АО «Сантехкварц»'],
  ['Акционерное обшество «Сантехкварц», ИНН', 'Акционерное общество «Сантехкварц»'],
  ['ООО Сантехкварц · ИНН', 'ООО Сантехкварц'],
  ['ООО Сантехкварц (ИНН 97)', 'ООО Сантехкварц'],
  ['ООО «Окна, двери, полы», ИНН', 'ООО «Окна, двери, полы»'],
  ['ООО ИНН 9746611237', null],
  ['ПК «Ткани и фурнитура», ИНН 9746611237', 'ПК «Ткани и фурнитура»'],
  ['ИП Мамедов Р. А. (2)', 'ИП Мамедов Р. А.'],
  ["АО «Северный ветер' п Юр. адрес: 145916", 'АО «Северный ветер»'],
  ['ИП и его склад', null],
  ['ООО 145916, г. Тестовск', null],
])('the supplier’s name in the text «%s» is %s', (text, name) => {
  expect(companyIn(text)).toBe(name)
})

test('letters that were read in place of a date’s digits are corrected', () => {
  expect(datesIn('от «Об» сентября 2025 г.')).toEqual(['2025-09-06'])
  expect(datesIn('О5.ОЗ.2026')).toEqual(['2026-03-05'])
  expect(datesIn('05-мар-2026')).toEqual(['2026-03-05'])
  expect(datesIn('5-го марта 2026 г.')).toEqual(['2026-03-05'])
  expect(datesIn('15.02,2026 18:29')).toEqual(['2026-02-15'])
  expect(datesIn('Об оплате 5 марта 2026')).toEqual(['2026-03-05'])
})

test.each([
  '5 мapтa 2026 г.',
  '5 марта2026 г.',
  '05 марта 26 г.',
  '«05» марта 20 26 г.',
  '«_05_» __марта__ 2026 г.',
  '«05» 03. 26 г.',
  '05.03.2O26',
  '05.03.202 6',
  '05.03 2026',
  '№ 17 05 03 2026',
  '05·03·2026',
  '05:03.2026',
  '5/III/2026',
  '05.03.2614:22',
  '05 | 03 | 2026 |',
  '"05 п марта 2026 года',
  '“05? марта 2026 г.',
  'March 5, 2026',
  '5 Mar 2026',
])('the text «%s» is read as the date 5 March', (text) => {
  expect(datesIn(text)).toEqual(['2026-03-05'])
})

test.each(['8 800 12 03 44', '12 345 2026', '5 кг 2026', 'арт. 12 13 2026', 'с 5 мая 26 шт'])(
  'the text «%s» is not a date',
  (text) => {
    expect(datesIn(text)).toEqual([])
  },
)

test('a party without a label is recognized by the label of the other party beside it', async () => {
  const sides: Cells[] = [
    [
      [0, 'ООО «Сантехкварц»'],
      [800, 'Плательщик:'],
    ],
    [
      [0, 'ИНН 9746611237/974601001'],
      [800, 'АО «Ромашка»'],
    ],
    [
      [0, 'г. Тестовск, ул. Лесная, д. 110'],
      [800, 'ИНН 9764954357'],
    ],
  ]
  expect(await sellerOf(...sides, 'р/с 40702810534533699301 ООО «Банк Точный» БИК 040110035')).toEqual({
    ...SELLER,
    isDoubtful: false,
  })
})

test('the party printed to the left of the one labelled «Для» is the seller', async () => {
  const names: Cells = [
    [0, 'ООО «Сантехкварц»'],
    [700, 'Для: АО «Ромашка»'],
  ]
  const numbers: Cells = [
    [0, 'ИНН 9746611237'],
    [700, 'ИНН 9764954357'],
  ]
  expect(await sellerOf(names, numbers)).toEqual({ ...SELLER, isDoubtful: false })
})

test('two parties printed in one row are identified by their labels', async () => {
  const row: Cells = [
    [0, 'Поставщик: ООО «Сантехкварц»'],
    [360, ', ИНН 9746611237, и Покупатель: Индивидуальный предприниматель Дорофеева'],
  ]
  expect(await sellerOf(row, 'Жанна Ильинична, ИНН 933456222136, согласовали поставку Товара')).toEqual({
    ...SELLER,
    isDoubtful: false,
  })
})

test('a party printed below two parties side by side keeps the label printed with it', async () => {
  const sides: Cells[] = [
    [
      [0, 'Поставщик:'],
      [600, 'Плательщик:'],
    ],
    [
      [0, 'ООО «Сантехкварц»'],
      [600, 'АО «Ромашка»'],
    ],
  ]
  const receiver = 'Грузополучатель: АО «Ромашка», ИНН 9764954357, 101000, г. Тестовск, ул. Лесная, д. 4'
  expect(await sellerOf(...sides, receiver, 'ИНН поставщика 9746611237')).toMatchObject(SELLER)
})

test.each([
  ['another tax number', ['Клиент: АО «Ромашка», ИНН 9764954357', 'ООО «Сантехкварц», ИНН 9746611237']],
  ['the title of the document', ['Заказ покупателя от 02.03.2024', 'ООО «Сантехкварц», ИНН 9746611237', BUYER]],
  [
    'the terms of delivery',
    [
      'Оплата — согласие с условиями поставки. Счет действителен 5 (пять)',
      'банковских дней.',
      'АО «Тестбанк» г. Тестовск БИК 044118096',
      'Банк получателя',
      'ИНН 9746611237 КПП 974601001',
      'ООО «Сантехкварц»',
      'Получатель',
      BUYER,
    ],
  ],
])('the rows that belong to one party do not include %s', async (_why, rows) => {
  expect(await sellerOf(...rows)).toEqual({ ...SELLER, isDoubtful: false })
})

test('a company is not taken for the buyer even if the label «Получатель» of the payee was misread', async () => {
  const rows = ['АО «Тестбанк» БИК 044525593', 'ИНН 9746611237', 'ООО «Сантехкварц»', 'Полунатель']
  expect(await sellerOf(...rows, 'ООО «Сантехкварц», ИНН 9746611237', BUYER)).toEqual({ ...SELLER, isDoubtful: false })
})

test('a supplier’s name may start with a misread quotation mark', async () => {
  expect((await sellerOf('Поставщик: ЗАО ‘Сантехкварц", ИНН 9746611237', BUYER)).name).toBe('ЗАО «Сантехкварц»')
})

test.each([
  ['a customer in the title', ['Заказ АО «Ромашка»', 'ООО «Сантехкварц»', 'ИНН 9746611237']],
  [
    'a bank above its БИК',
    ['АО «Точка роста» г. Тестовск', 'БИК 044525225', 'ИНН 9746611237', 'ООО «Сантехкварц»', BUYER],
  ],
])('of two company names, the one nearer to the tax number is the supplier’s: %s', async (_what, rows) => {
  expect(await sellerOf(...rows)).toMatchObject(SELLER)
})

test('a seller’s tax number with a misread digit is not replaced by an unlabelled number', async () => {
  const { inn } = await sellerOf(
    'Поставщик: ООО «Сантехкварц», ИНН 9746611887',
    '1\\олучатель: АО «Ромашка», ИНН 9764954357',
  )
  expect(inn).not.toBe('9764954357')
})
