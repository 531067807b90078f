/** Decides whether a word was printed in Russian or in Latin letters, from both models' readings of it. */
import { BRANDS } from './brands.ts'
import { scriptFitOf } from './reader-slips.ts'
import { exactUnit } from './units.ts'

/** What both models read in one place. The confidences are in percent, or null if they are unknown. */
export interface BothReadings {
  readonly russian: string
  readonly latin: string
  readonly russianSureness: number | null
  readonly latinSureness: number | null
  /** Whether it is the first word of a name, which is usually a common noun for the product. */
  readonly isFirst: boolean
}

/** Signs that the Russian model could not read a word. */
const ODD_RUSSIAN = /[$!{}\\|[\]?£€(]|№(?!\d+$)|(?<=[а-яё])[А-ЯЁ]|^[ъыь]|(?<=[а-яё])\d|\d(?=[а-яё]{2})/gu
/** Signs that the Latin model could not read a word. */
const ODD_LATIN = /[$!{}\\|[\]/?£€]|[^\x20-\x7e]|(?<=[a-z])[A-Z]|^[a-z]+[A-Z]|(?<=[a-z])\d/g
/** The maximum number of odd characters in a word that count. */
const MAX_ODD = 2

/** Common Russian abbreviations, units of properties of goods, and sizes such as А4 and М8. */
const USUAL =
  /^(?:\d*(?:Вт|кВт|В|А|мА|Ач|мАч|Гц|кГц|Ом|Дж|Нм|Бар|бар|пак)|[АМ]\d{1,2}|ГОСТ|ТУ|ПВХ|ПНД|ДВП|ДСП|ЛДСП|МДФ|ОСП|ГКЛ|ГВЛ|НДС|СССР|РФ|ООО|АО)$/u

/** Markings printed on goods worldwide. */
const KNOWN =
  /^(?:LED|USB|HDMI|VGA|DVI|OSB|SDS|FFP[1-3]|IP\d\d|DIN|ISO|RAL|PN\d{2}|HSS|LS|X{0,3}L|SSD|HDD|DDR\d|RJ\d\d|[EG]\d\d|GU\d+|R\d\d|[CHPRTWY]{0,2}\d+[VWvw]|\d+W-\d+|\d+[GMT]B|NPK|WD-\d+)$/

const partsOf = (latin: string) => latin.split(/[^A-Za-z\d]+/)
const hasMarking = (latin: string) => KNOWN.test(latin) || partsOf(latin).some((part) => KNOWN.test(part))

/** Whether a word is a marking that is printed on goods worldwide. */
export const isMarking = (latin: string): boolean => KNOWN.test(latin)

const hasBrand = (latin: string) => partsOf(latin).some((part) => part.length > 1 && BRANDS.has(part.toLowerCase()))

/** Whether a Latin word is a marking or a manufacturer that is known, also as a part of a word with a hyphen. */
export const isKnown = (latin: string): boolean => hasMarking(latin) || hasBrand(latin)

/** The confidences in percent that are assumed where they are unknown, so that they do not decide. */
const UNKNOWN = { russian: 60, latin: 84 }
/** The Latin model's confidence in a word, in percent, from which the word is hardly ever Russian. */
const GOOD = 85

/** The maximum number of digits that count which one model read where the other read letters. */
const MAX_FIGURES = 3
const figuresIn = (text: string) => text.match(/\d/g)?.length ?? 0

const countOf = (text: string, pattern: RegExp) => Math.min(MAX_ODD, text.match(pattern)?.length ?? 0)
const isTrue = (condition: boolean) => (condition ? 1 : 0)

/** The evidence in both readings of a word. Each value is multiplied by its weight. */
function evidenceIn(readings: BothReadings) {
  const { russian, latin, isFirst } = readings
  const { russianSureness = null, latinSureness = null } = readings
  const bits = scriptFitOf(russian, latin).lead
  return {
    usual: 1,
    slips: Math.max(-20, Math.min(20, bits)),
    russianSureness: (russianSureness ?? UNKNOWN.russian) / 100,
    latinSureness: (latinSureness ?? UNKNOWN.latin) / 100,
    isGood: isTrue((latinSureness ?? UNKNOWN.latin) >= GOOD),
    oddRussian: countOf(russian, ODD_RUSSIAN),
    oddLatin: countOf(latin, ODD_LATIN),
    isBrand: isTrue(hasBrand(latin)),
    isMarking: isTrue(hasMarking(latin)),
    moreFigures: Math.max(-MAX_FIGURES, Math.min(MAX_FIGURES, figuresIn(russian) - figuresIn(latin))),
    isUsualRussian: isTrue(USUAL.test(russian.replace(/\.$/, '')) || exactUnit(russian) !== null),
    isSmall: isTrue(/^\p{Ll}/u.test(russian)),
    isCapital: isTrue(!isFirst && /^[A-Z]/.test(latin)),
    isFirst: isTrue(isFirst),
    isInCapitals: isTrue(!/\p{Ll}/u.test(russian) && !/\p{Ll}/u.test(latin)),
  }
}

type Evidence = ReturnType<typeof evidenceIn>

/**
 * The weights of the evidence, in bits. `usual`: for every word. `slips`: for each bit by which the readings fit Latin
 * print better than Russian print. Fitted to words of practice pages by logistic regression.
 */
const WEIGHTS: Readonly<Record<keyof Evidence, number>> = {
  usual: -1.1,
  slips: 0.6,
  russianSureness: -3.9,
  latinSureness: 2.6,
  isGood: 3.0,
  oddRussian: 1.0,
  oddLatin: -0.9,
  isBrand: 2.3,
  isMarking: 5,
  moreFigures: 0.3,
  isUsualRussian: -2.0,
  isSmall: -2.3,
  isCapital: 1.5,
  isFirst: -1.8,
  isInCapitals: -1.1,
}

/** The lead of one script over the other, in bits, below which a word is doubtful. */
export const SURE_LEAD = 2

/** Returns how much likelier it is, in bits, that a word was printed in Latin letters than in Russian letters. */
function latinLead(readings: BothReadings): number {
  const evidence = evidenceIn(readings)
  return Object.entries(WEIGHTS).reduce((lead, [name, weight]) => lead + weight * evidence[name as keyof Evidence], 0)
}

/**
 * How much the words beside a word count, in bits, if both are certainly Latin. Manufacturers, series and markings stand
 * together. Fitted like the other weights.
 */
const BESIDE = 1.5
/** The lead, in bits, from which a word beside another counts as certain. */
const CERTAIN = 4

/** Returns the part of the words beside a word that is Latin, from -1 to 1. `leads`: the leads of all words of a name. */
function latinBeside(leads: readonly number[], at: number): number {
  const beside = [leads[at - 1], leads[at + 1]].filter((lead) => lead !== undefined)
  return beside.reduce((sum, lead) => sum + Math.max(-1, Math.min(1, lead / CERTAIN)), 0) / 2
}

/** Returns the leads of all words of a name, each also judged by the words beside it. */
export function latinLeads(words: readonly BothReadings[]): number[] {
  const leads = words.map(latinLead)
  return leads.map((lead, at) => lead + BESIDE * latinBeside(leads, at))
}
