/**
 * Measures how well one reading of a word explains another, based on how the Latin model reads Russian print and the
 * Russian model reads Latin print. Each model turns the letters that it does not know into the same few lookalikes.
 */

/** What a model reads for one printed letter, and how rare each reading is, in bits. `other`: any other reading. */
interface Slip {
  readonly bits: ReadonlyMap<string, number>
  readonly other: number
}

/** The readings of the model for the other alphabet, by printed letter. */
type Slips = ReadonlyMap<string, Slip>

/** The bits that a digit in base 36 stands for. */
const bitsIn = (digit: string) => Number.parseInt(digit, 36) / 4

/**
 * Reads a table. The letters are separated by « | ». Each begins with the printed letter and the rareness of all
 * readings that are not in the table; then come its readings in lower case, each with its rareness at its end.
 * Rareness is one digit in base 36 and counts quarters of a bit. A lone digit is the rareness of a lost letter.
 */
const slipsIn = (rows: string): Slips =>
  new Map(
    rows
      .trim()
      .split(/\s+\|\s+|\n/)
      .map((row) => {
        const [first, ...readings] = row.trim().split(' ')
        const bits = readings.map((one) => [one.slice(0, -1), bitsIn(one.at(-1)!)] as const)
        return [first![0]!, { bits: new Map(bits), other: bitsIn(first![1]!) }]
      }),
  )

/** Readings by the Latin model of letters printed in Russian. Measured on words of practice pages. */
export const RUSSIAN_PRINT: Slips = slipsIn(`
аx a0 | бp 61 gi 6xj bl | вq s4 b6 8g ph el | гk r1 | дs g4 a9 qg fi nl 4o jo so | еw e0 | ёj é1 ef | жl x4 ka xke >«h | зn 32 s9 zi
иv u2 nc mh vk wm yo | йo ii3 ia ini | кv k1 xa | лt n1 af n 1n | мp m0 ok | нv h3 nb uc xe ko | оw o0 0j | пq n0 ml | рv p0 | сr c0 | тv t2 r9 rtk
уq y0 | фi d6 @f bf cf oh | хc x2 c | цk u3 y6 | чm u3 4a ya | шm w3 ub wic ij uwj | щd u4 w9 uyc ujg | ъ7 b5 'b7 | ыn bi7 b8 ble b!f eh ik
ьp b1 th i pj ej sm | э9 36 s9 oc af | юe to5 ioc oc ie wof | яn a1 ne se | Аk a0 | Бg b1 6d | Вl b0 | Гj t6 [a fa rg g | Дk a8 qd jg gh h alh mh
Еg e0 | Ёa e5 é7 ëd | Жd k5 x6 mg | Зe 31 se zh | Иg u5 ma vc ng wh | Йc in6 ii9 iiic if | Кm k0 | Лl ji8 na jlb md je j1i /ii | Мl m0 | Нi h1
Оj o1 0f | Пp n3 m8 tlg iii til | Рk p0 | Сn c0 | Тj t0 | Уf y1 vg | Фg ®6 @7 oc d dg | Хc x1 | Цd u7 la lic yd lle lue | Чc y3 u9 4f | Шl w3 lu7 ui
Щf u6 wa u]c ujd i[g lg | Ъ7 b5 'b7 | Ыc b4 bi9 pf | Ьc b2 ec tf | Эc 35 s8 oe | Ю9 to6 i9 oc rf | Я9 a6 s9 nc saf | 0l 01 i | 1l 10 | 2j 20 | 3g 30
4h 40 | 5i 51 sb | 6h 61 gh | 7c 71 | 8e 81 be | 9c 91 | .d .1 | ,8 ,2 | /j /0 | -n -0 | +7 +2 | %7 %2 | (7 (2 | )7 )2 | "7 "2 | №f ne7 n2a №a nob n°c`)

/** Readings by the Russian model of letters printed in Latin. Measured on words of practice pages. */
export const LATIN_PRINT: Slips = slipsIn(String.raw`
aw а0 | bm б3 ьe f 6g вh фj рj | cq с0 <n | dl а5 дb 4b b оi чi | ew е0 | fi 3 еf ёg !h | gl д6 в9 рc еg аg бi | ho в7 п9 нb c тi шj ьk мl
iv 5 иc 1d йd !f мj нk | j9 ]6 з9 )c уf | kk к0 | lt 5 !5 1i нl |l \m йn | mo т1 мk птl гпl | ns п1 тe гg иl | ou о1 0j юj | pk р0 | qa д3 оa чd
ru г2 b пf тj | sq з3 $8 5d h | tv 5 {b еg кg цh йj !m иn гn ёo | uo и2 шc аj цk | vm у4 м8 \a | wi м5 \a \мb ммf | xj х0 | yl у0 | ze 23 гb тh
An а0 | Bm в1 8g | Cn с0 | Dn о5 06 бe вj 2k рk | Eo е0 | Fm е2 р9 | Gn с3 бa 6b ©k | Hk н1 | Il 7 19 иb тd !e шh |i | Jb з7 ]8 )9 уh | Kk к0
Lo 19 гa еd e !f [h |i 1.l -l ьl (l цl | Mm м0 тj | Ni м2 №a пf | Oi о1 0c | Pq р0 | Qc о3 д9 чf | Rp в4 к8 еd рg гm | Sq $5 55 зb бn n | Tm т1 {j
Uj ц7 и9 0d 4f оf | Vk у4 м9 \b \уc | Wm м8 м/9 \/b \м/e \\/g \h \\j \мj | Xg х0 | Y8 у2 | Zi 25 79 хe гf 27f | 0q 01 оg 09n | 1o 10 | 2n 20
3n 33 з5 | 4m 40 | 5l 50 | 6j 61 бb | 7h 70 | 8k 80 | 9c 91 | .e .1 | ,7 ,2 | /9 /3 /зb | -o -0 | +7 +2 | %7 %2 | (7 (2 | )7 )2 | "7 "2 | №7 №2`)

/** The rareness of letters that are added, of printed letters that are in no table, and of what no table contains. */
const BITS = { added: 5, unknown: 5, longer: 4.5, other: 3, lost: 4 }

/** The maximum number of letters that are read for one printed letter. */
const LONGEST = 3

function bitsOf(slip: Slip | undefined, reading: string): number {
  if (slip === undefined) return BITS.unknown + BITS.longer * Math.max(0, reading.length - 1)
  const known = slip.bits.get(reading)
  if (known !== undefined) return known
  return slip.other + (reading === '' ? BITS.lost : BITS.other + BITS.longer * (reading.length - 1))
}

/**
 * Returns how badly `reading` fits a word printed as `printed`, in bits: about half a bit per letter if every letter was
 * read as usual, about 4 per letter for unrelated words. Ignores the case of the reading.
 */
export function misfit(printed: string, reading: string, slips: Slips): number {
  const signs = reading.toLowerCase()
  let row = Array.from({ length: signs.length + 1 }, (_, at) => at * BITS.added)
  for (const letter of printed) {
    const slip = slips.get(letter)
    row = row.map((_, at) => {
      const lengths = Array.from({ length: Math.min(LONGEST, at) + 1 }, (_, length) => length)
      return Math.min(...lengths.map((length) => row[at - length]! + bitsOf(slip, signs.slice(at - length, at))))
    })
  }
  return row[signs.length]!
}

/** The result of comparing the two models' readings of one word. */
interface Fit {
  /** By how many bits the readings fit Latin print better than Russian print. */
  readonly lead: number
  /** The misfit with the likelier print, in bits per letter. */
  readonly misfit: number
}

/** Compares both models' readings of one word to find whether Russian or Latin print explains them better. */
export function scriptFitOf(russian: string, latin: string): Fit {
  const [asRussian, asLatin] = [misfit(russian, latin, RUSSIAN_PRINT), misfit(latin, russian, LATIN_PRINT)]
  const letters = Math.max(russian.length, latin.length, 1)
  return { lead: asRussian - asLatin, misfit: Math.min(asRussian, asLatin) / letters }
}
