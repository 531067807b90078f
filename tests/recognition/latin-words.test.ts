/** Checks that Latin words in Russian names are found by comparing the results of the Russian and the Latin reader. */
import { expect, test } from 'vitest'
import type { Piece } from '../../server/recognition/picture/pieces.ts'
import { withLatinWords, withWordsOf } from '../../server/recognition/table/latin-words.ts'

test.each([
  ['Респиратор ЗМ-аналог ЕЕР2', 'Pecnuparop 3M-aHanor FFP2', 'Респиратор ЗМ-аналог FFP2'],
  ['Лампа 1ЕО Аб0 15Вт Е?7 4000К', 'Jlamna LED A60 15BT E27 4000K', 'Лампа LED А60 15Вт E27 4000К'],
  ['Масло моторное 10\\/-40 п/с 4 л', 'Macno moTopHoe 10W-40 n/c 4 n', 'Масло моторное 10W-40 п/с 4 л'],
  ['Лампа Н7 12\\ 55\\/', 'Jlamna H7 12V SSW', 'Лампа Н7 12V 55W'],
  ['Розетка накладная 1Р54', 'PoseTka HaknagHas IP54', 'Розетка накладная IP54'],
  [
    'Колодки тормозные Вепаш! Гозап перед.',
    'Konogku Topmo3Hbie Renault Logan nepea.',
    'Колодки тормозные Renault Logan перед.',
  ],
  ['Клемма \\М\\/АСО 222-413', 'Knemma WAGO 222-413', 'Клемма WAGO 222-413'],
  ['Подшипник ступицы Kia В10', 'Nogwunuuk ctynuupi Kia Rio', 'Подшипник ступицы Kia Rio'],
  ['Модуль памяти 0084 86В', 'Mogyne namatu DDR4 8GB', 'Модуль памяти DDR4 8GB'],
  ['Медиатор Битар 0.73', 'Meauartop Dunlap 0.73', 'Медиатор Dunlap 0.73'],
  ['Грунт Атагопа 9 л', '[pyHT Amazonika 9.1', 'Грунт Amazonika 9 л'],
  ['Линза Барлоу ахроматическая', 'Jiun3a Bapnoy axpomatuyeckas', 'Линза Барлоу ахроматическая'],
  ['Плита 058-3 9 мм', 'Mnuta OSB-3 9 mm', 'Плита OSB-3 9 мм'],
  ['Щётка Во$сН АегоТуйп', 'UWétka Bosch AeroTwin', 'Щётка Bosch AeroTwin'],
  ['Бур $0$-риз 8х160', 'Byp SDS-plus 8x160', 'Бур SDS-plus 8х160'],
  ['Удлинитель Ц5$В 3.0', 'Yanunutenb USB 3.0', 'Удлинитель USB 3.0'],
  ['Удобрение азофоска МРК 16', 'Ygo6peHue azodbocka NPK 16', 'Удобрение азофоска NPK 16'],
  // The names that follow are in no word list, so only the letters of both readings decide.
  ['Весло разборное ЕБегтап 1,6 м', 'Becno pa360pHoe Fiberman 1,6 M', 'Весло разборное Fiberman 1,6 м'],
  ['Жилет страховочный 5КМК ХЕ', 'MKunet ctpaxosoyupin Skivik XL', 'Жилет страховочный Skivik XL'],
  ['Оправа №ККапа 52-18-140', 'Onpasa Nikitana 52-18-140', 'Оправа Nikitana 52-18-140'],
  [
    'Карандаш чернографитный Коп-№ ог 1500',
    'KapaHgaw YepHorpacbuTHbil Koh-Nor 1500',
    'Карандаш чернографитный Koh-Nor 1500',
  ],
  ['Фонарь налобный Еепух НМ65В', '®onapb Hano6Hblii Fenyx HM65R', 'Фонарь налобный Fenyx HM65R'],
  ['Очки солнцезащитные Роуагто Ц\\/400', 'Oukn conHyesaunTHble Povarro UV400', 'Очки солнцезащитные Povarro UV400'],
  ['Грунт торфяной Уе\\ХогЕ Е 50 л', 'TpyHT TopcaxHoit Veltorf F 50 n', 'Грунт торфяной Veltorf F 50 л'],
  ['Маска хамелеон Орто! еб84', 'Macka xameneou Optrol e684', 'Маска хамелеон Optrol е684'],
  ['СТЕПЛЕР МАРЕО-ЕЗ$ № 24/6', 'CTENNEP MAPED-ESS Ne 24/6', 'СТЕПЛЕР MAPED-ESS № 24/6'],
])(
  'the foreign words in the name %s are taken from %s, the same text read as Latin letters',
  (russian, latin, right) => {
    expect(withWordsOf(russian, latin)).toBe(right)
  },
)

test.each([
  ['Автомат дифф. АВДТ-63 С16', 'ABTomat aud. ABAT-63 C16'],
  ['Провод СИП-4 2х16', 'Mposog CUM-4 2x16'],
  ['Мука в/с ГОСТ Р 52189', 'Myka B/c TOCT P 52189'],
  ['Ремень ГРМ 111 зуб.', 'PemeHb TPM 111 3y6.'],
  ['Сыр полутвёрдый, цвет жёлтый', 'Coip nonyTBépAbli, user xénToili'],
  ['Доска обрезная 25х100х6000', 'Hocka o6pesHan 25x100x6000'],
  ['Автомат для кухни', 'Astomat ana KyXHH'],
  ['Зажим «Крокодил» алюминиевый', '3axum «Kpokogun» aniomuHnveseii'],
  ['Агар Эндо сухой, 250 г', 'Arap 3x0 cyxon, 250 r'],
  ['Линза Барлоу ахроматическая 2х', 'JIuu3a Bapnoy axpomatuyeckas 2x'],
  ['Печь банная Везувий Легенда 16', 'Neub 6aHHas Besysui Jlerenfa 16'],
  ['ВЕСЛО РАЗБОРНОЕ 1,6 М', 'BECNO PASBOPHOE 1,6 M'],
  ['Редуктор кислородный БКО-50', 'Penyktop kucnopogqHbii BKO-50'],
])('the Russian name %s does not change when the same text is also read as Latin letters', (russian, latin) => {
  expect(withWordsOf(russian, latin)).toBe(russian)
})

test('only a limited number of names that may contain Latin words are read again', async () => {
  const box = { page: 0, left: 0, right: 100, top: 0, bottom: 20, confidence: 1 }
  const pieces: Piece[] = ['Кефир 2,5 % 900 г', 'Лампа ГЕО', 'Лампа ГЕО'].map((text) => ({ ...box, text }))
  const looks = { left: 1 }
  const read = await withLatinWords(pieces, { again: async () => 'Jlamna LED', looks })
  expect(read.map(({ text }) => text)).toEqual(['Кефир 2,5 % 900 г', 'Лампа LED', 'Лампа ГЕО'])
})

test('a word that may be Russian or Latin is doubtful', async () => {
  const box = { page: 0, left: 0, right: 100, top: 0, bottom: 20, confidence: 1 }
  const unsureIn = async (text: string, latin: string) =>
    (await withLatinWords([{ ...box, text }], { again: async () => latin, looks: { left: 1 } }))[0]!.unsure.map(
      ({ word }) => word,
    )
  expect(await unsureIn('Седло РгезН] конкурное', 'Ceqno Prestij KOHKypHoe')).toEqual([])
  expect(await unsureIn('Лампа Вега', 'Jlamna Bera')).toEqual(['Вега'])
  expect(await unsureIn('Антифриз Во$сН С12', 'AHTucppus Bosch G12')).toEqual([])
  expect(await unsureIn('Канифоль Рнаяго', 'Kaxndonb Pirastro')).toEqual([])
  expect(await unsureIn('Сыр «Российский»', 'Cbip «Poccuiickuit»')).toEqual([])
  expect(await unsureIn('Болт Во$сН М12', 'Bont Bosch M12')).toEqual([])
})

/** Simulates reading a text with the Russian and the Latin model, each with its confidence in each word. */
async function spelledBy(russian: readonly [string, number][], latin: readonly [string, number][]) {
  const textOf = (words: readonly [string, number][]) => words.map(([word]) => word).join(' ')
  const surenessOf = (words: readonly [string, number][]) => words.map(([, sureness]) => sureness)
  const box = { page: 0, left: 0, right: 100, top: 0, bottom: 20, confidence: 1 }
  const again = async (_page: number, _box: object, look: string) =>
    look === 'latin-words' ? surenessOf(latin).join(' ') : textOf(latin)
  const piece: Piece = { ...box, text: textOf(russian), sureness: surenessOf(russian) }
  const [spelled] = await withLatinWords([piece], { again, looks: { left: 1 } })
  return { text: spelled!.text, unsure: spelled!.unsure.map(({ word }) => word) }
}

test('a word is in the alphabet of the model that is more confident about it', async () => {
  const fuze = await spelledBy(
    [
      ['Корректор', 92],
      ['Berlingo', 64],
      ['«Риге»', 93],
    ],
    [
      ['Koppextop', 40],
      ['Berlingo', 97],
      ['«Fuze»', 97],
    ],
  )
  expect(fuze.text).toBe('Корректор Berlingo «Fuze»')
  const battery = await spelledBy(
    [
      ['Аккумулятор', 96],
      ['2600тАВ', 77],
    ],
    [
      ['Akkymynatop', 36],
      ['2600mAh', 92],
    ],
  )
  expect(battery).toEqual({ text: 'Аккумулятор 2600mAh', unsure: [] })
  const oil = await spelledBy(
    [
      ['Масло', 93],
      ['21С', 57],
      ['СЕТ', 80],
      ['СЕ-4', 35],
      ['4', 93],
      ['л', 90],
    ],
    [
      ['Macno', 40],
      ['ZIC', 91],
      ['GFT', 93],
      ['GL-4', 92],
      ['4', 93],
      ['n', 81],
    ],
  )
  expect(oil.text).toBe('Масло ZIC GFT GL-4 4 л')
  const cheese = await spelledBy(
    [
      ['Сыр', 97],
      ['«Витязь»', 93],
    ],
    [
      ['Cbip', 40],
      ['«Vitas»', 30],
    ],
  )
  expect(cheese).toEqual({ text: 'Сыр «Витязь»', unsure: [] })
})

test('a word that only the Latin model could read is Latin, whatever the Russian model read there', async () => {
  const joint = await spelledBy(
    [
      ['Втулка', 97],
      ['$!Чет', 31],
      ['865801', 97],
    ],
    [
      ['Brynxa', 60],
      ['Sidem', 91],
      ['865801', 97],
    ],
  )
  expect(joint.text).toBe('Втулка Sidem 865801')
})

test('digits that the two models read differently are doubtful', async () => {
  const wires = await spelledBy(
    [
      ['Провода', 97],
      ['13555', 44],
    ],
    [
      ['Nposoga', 52],
      ['T355S', 87],
    ],
  )
  expect(wires).toEqual({ text: 'Провода T355S', unsure: ['T355S'] })
  const paint = await spelledBy(
    [
      ['Краска', 93],
      ['6-19', 64],
    ],
    [
      ['Kpacka', 40],
      ['6-10', 96],
    ],
  )
  expect(paint.unsure).toEqual(['6-19'])
  const bulb = await spelledBy(
    [
      ['Лампа', 96],
      ['габаритная', 95],
      ['\\М/5\\/', 44],
    ],
    [
      ['Jlamna', 59],
      ['ra6apuTHaa', 41],
      ['WSW', 51],
    ],
  )
  expect(bulb).toEqual({ text: 'Лампа габаритная W5W', unsure: ['W5W'] })
  const drill = await spelledBy(
    [
      ['Коронка', 93],
      ['068', 55],
      ['мм', 93],
    ],
    [
      ['Kopoxka', 16],
      ['O68', 70],
      ['mm', 55],
    ],
  )
  expect(drill).toEqual({ text: 'Коронка Ø68 мм', unsure: ['Ø68'] })
})

test('letters that look the same in both alphabets, and numbers after №, are not doubtful', async () => {
  const battery = await spelledBy(
    [
      ['Аккумулятор', 93],
      ['АКОМ', 92],
    ],
    [
      ['Akkymynatop', 40],
      ['AKOM', 93],
    ],
  )
  expect(battery).toEqual({ text: 'Аккумулятор АКОМ', unsure: [] })
  const staples = await spelledBy(
    [
      ['Скобы', 92],
      ['№24/6,', 86],
    ],
    [
      ['Cko6bi', 1],
      ['N224/6,', 90],
    ],
  )
  expect(staples).toEqual({ text: 'Скобы №24/6,', unsure: [] })
})
