/**
 * Units of measure for goods, by their code in ОКЕИ (ОК 015-94), the Russian classifier of units. Each unit has the
 * spellings used in documents, with the classifier's own symbol first.
 */
const SPELLINGS: Readonly<Record<string, string>> = {
  '003': 'мм, миллиметр',
  '004': 'см, сантиметр',
  '005': 'дм, дециметр',
  '006': 'м, метр, метры, метров, мтр',
  '008': 'км, километр',
  '018':
    'пог. м, пог.м, м пог, м.пог, м. пог, п.м, п. м, п/м, пм, погм, м.п, м. п, м/п, мп, погонный метр, пог. метр, пог.метр, погонных метров',
  '039': 'дюйм',
  '050': 'мм2, мм²',
  '051': 'см2, см², кв.см, кв. см',
  '053': 'дм2, дм², кв.дм, кв. дм',
  '055': 'м2, м², кв.м, кв. м, м.кв, м. кв, м кв, квм, мкв, квадратный метр, кв. метр, кв.метр',
  '058': 'тыс. м2, тыс.м2, тыс. м²',
  '059': 'га',
  '110': 'мм3, мм³',
  '111': 'мл, см3, см³, куб.см, куб. см, миллилитр',
  '112': 'л, дм3, дм³, литр, литров, литры, лтр',
  '113': 'м3, м³, куб.м, куб. м, м.куб, м. куб, м куб, кубм, мкуб, куб, кубометр, кубический метр, куб. метр, куб.метр',
  '114': 'тыс. м3, тыс.м3',
  '116': 'дкл, дал, декалитр',
  '162': 'кар, карат',
  '163': 'г, гр, грамм',
  '166': 'кг, килограмм, килограммов, кгр',
  '168': 'т, тн, тонн, тонна, тонны',
  '206': 'ц, центнер',
  '214': 'квт, киловатт',
  '245': 'квт·ч, квт.ч, квт*ч, квтч',
  '354': 'с, сек',
  '355': 'мин, минута',
  '356': 'ч, час, часов',
  '359': 'сут, сутки, дн, день, дней',
  '360': 'нед, неделя',
  '362': 'мес, месяц, месяцев',
  '364': 'кварт, квартал',
  '366': 'год, лет',
  '539': 'чел·ч, чел.ч, чел.-ч, чел.час, чел-час, чел/час',
  '616': 'боб, бобина',
  '625': 'л., лист, листов, листы, лст',
  '630': 'тыс. усл. кирп, тыс.усл.кирп',
  '639': 'доз, доза',
  '641': 'дюжина, дюж',
  '642': 'ед, единица, единиц',
  '643': 'тыс. ед, тыс.ед',
  '657': 'изд, изделие',
  '698': 'мест, место, мест.',
  '704': 'набор, наб, нбр, н-р',
  '715': 'пар, пара, пары, пр',
  '728': 'пач, пачка, пачек, пчк',
  '734': 'посыл, посылка',
  '736': 'рул, рулон, рулонов, рлн',
  '745': 'элем, элемент',
  '778': 'упак, уп, упк, упаковка, упаковок, упаковки, упаков',
  '781': '100 упак',
  '782': 'тыс. упак, тыс.упак',
  '792': 'чел, человек',
  '796': 'шт, штука, штук, штуки, штк',
  '797': '100 шт, сто шт',
  '798': 'тыс. шт, тыс.шт, 1000 шт, тыс, т.шт',
  '812': 'ящ, ящик, ящиков',
  '836': 'гол, голова, голов',
  '839': 'компл, комплект, комплектов, комплекты, комп, компл-т, к-т, к-кт, к-тов, кмп',
  '840': 'секц, секция',
  '868': 'бут, бутылка, бутылок, бутыль',
  '870': 'ампул, амп, ампула',
  '872': 'флак, фл, флакон, флаконов',
  '8751': 'кор, кор-ка, короб, коробка, коробок, коробов, крб, к-ка',
  '876': 'усл. ед, усл.ед, услед, у.е, условная единица',
  '879': 'усл. шт, усл.шт',
  '908': 'ном, номер',
  '917': 'смен, смена',
}

/** Units used in trade for which the classifier has no code. */
const WITHOUT_CODE =
  'бухта, бухт, бух, бх, мешок, меш, мешков, мш, банка, бан, бнк, канистра, кан, канистр, ведро, вед, ведер, ' +
  'туба, туб, тюбик, тюб, пакет, пак, пкт, пакетов, палета, паллета, пал, поддон, подд, барабан, бар, бочка, боч, ' +
  'блок, бл, блистер, контейнер, конт, связка, связ, пучок, пуч, катушка, кат, моток, мот, лоток, хлыст, прут, ' +
  'отрез, кусок, кус, плита, плит, экз, экземпляр, лицензия, лиц, услуга, усл, работа, рейс, партия, порц, порция, ' +
  'десяток, дес, букет, горшок, баллон, балл, шприц, табл, капс, брикет, тюк, кипа, роль, рол, кассета, касс'

/** Normalizes the name of a unit for comparison: lower case, single spaces, no punctuation at the ends. */
export function foldedUnit(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/ё/g, 'е')
    .replace(/\s+/g, ' ')
    .replace(/²/g, '2')
    .replace(/³/g, '3')
    .replace(/\s*[.]\s*/g, '.')
    .replace(/^[^\p{L}\d]+|[^\p{L}\d]+$/gu, '')
}

const CODES = new Map(
  Object.entries(SPELLINGS).flatMap(([code, spellings]) =>
    spellings.split(', ').map((spelling) => [foldedUnit(spelling), code] as const),
  ),
)

/** All known spellings of units, in the form that `foldedUnit` returns. */
export const KNOWN_UNITS: ReadonlySet<string> = new Set([...CODES.keys(), ...WITHOUT_CODE.split(', ').map(foldedUnit)])

/** Returns the ОКЕИ code for a spelling in the form that `foldedUnit` returns; null if there is none. */
export const codeOfUnit = (folded: string): string | null => CODES.get(folded) ?? null

/** Returns the spellings for a code, in the form that `foldedUnit` returns; empty if the code is not for goods. */
export const spellingsOfCode = (code: string): string[] => SPELLINGS[code]?.split(', ').map(foldedUnit) ?? []

/** Names that replace the classifier's symbol where the symbol also means another unit, or is longer than needed. */
const NAMES: Readonly<Record<string, string>> = { '625': 'лист' }
/**
 * The unit for each spelling. A unit's symbol in the classifier takes precedence over spellings of other units: «л» is
 * a litre, not a sheet («л.»).
 */
const NAMED = new Map([
  ...[...CODES].map(([folded, code]) => [folded, NAMES[code] ?? SPELLINGS[code]!.split(', ')[0]!] as const),
  ...Object.values(SPELLINGS)
    .map((spellings) => spellings.split(', ')[0]!)
    .filter((sign) => !sign.endsWith('.'))
    .map((sign) => [foldedUnit(sign), sign] as const),
])

/**
 * Returns the unit to store for a product: the classifier's symbol for any of the unit's spellings, such as «шт» for
 * «Штука». Unknown units are returned unchanged.
 */
export const unitName = (text: string): string => NAMED.get(foldedUnit(text)) ?? text.trim()

/** Returns the classifier's symbol for a code; null if the code is not for goods. */
export const unitOfCode = (code: string): string | null => SPELLINGS[code]?.split(', ')[0]?.replace(/\.$/, '') ?? null
