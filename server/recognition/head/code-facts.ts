/** Reads the matrix codes printed on fiscal receipts and bills: the date, the sum and the payee's tax number. */
import type { Minor } from '../../../amounts/quantity.ts'
import { isTaxNumber } from '../words/tax-numbers.ts'

/** The data in a fiscal or payment code. A field is null when the code does not contain it. */
export interface CodeFacts {
  readonly kind: 'fiscal' | 'payment'
  readonly minor: Minor | null
  /** The date, as `YYYY-MM-DD`. */
  readonly date: string | null
  /** The fiscal number of a receipt. */
  readonly number: string | null
  /** The payee's tax number, stated only in the payment codes of bills. */
  readonly inn: string | null
}

/**
 * Returns the data of the first code that is about a payment. Returns null when no code is about a payment (some
 * identify goods or are links), or when the codes give different sums.
 */
export function factsOf(codes: readonly string[]): CodeFacts | null {
  const facts = codes.flatMap((code) => fiscalOf(code) ?? paymentOf(code) ?? [])
  const [first] = facts
  return first !== undefined && facts.every(({ minor }) => minor === first.minor) ? first : null
}

/** Parses a fiscal code: `t=20251003T1422&s=414.78&fn=9960440012795687&i=97561&fp=736790686&n=1`; n=1 means a sale. */
function fiscalOf(code: string): CodeFacts | null {
  if (!/^[a-z]+=[^&]*(?:&[a-z]+=[^&]*){4,}$/i.test(code.trim())) return null
  const fields = new URLSearchParams(code.trim())
  const [time, sum, drive, number] = ['t', 's', 'fn', 'i'].map((name) => fields.get(name) ?? '') as [
    string,
    string,
    string,
    string,
  ]
  const day = /^(\d{4})(\d\d)(\d\d)T\d{4}/.exec(time)
  const roubles = /^(\d{1,9})\.(\d\d)$/.exec(sum)
  if (day === null || roubles === null || !/^\d{16}$/.test(drive) || !/^\d{1,10}$/.test(number)) return null
  return {
    kind: 'fiscal',
    minor: (100 * Number(roubles[1]) + Number(roubles[2])) as Minor,
    date: `${day[1]}-${day[2]}-${day[3]}`,
    number: String(Number(number)),
    inn: null,
  }
}

/** Parses a payment code: `ST00012|Name=…|PersonalAcc=…|Sum=10000|PayeeINN=…` (ГОСТ Р 56042); the sum is in kopecks. */
function paymentOf(code: string): CodeFacts | null {
  const head = /^ST0001[123](.)/.exec(code)
  if (head === null) return null
  const fields = new Map(
    code
      .slice(head[0].length)
      .split(head[1]!)
      .map((field) => [field.split('=', 1)[0]!.toLowerCase(), field.slice(field.indexOf('=') + 1)] as const),
  )
  if (!/^\d{20}$/.test(fields.get('personalacc') ?? '')) return null
  const sum = /^\d{1,12}$/.exec(fields.get('sum') ?? '')?.[0]
  const inn = fields.get('payeeinn')?.trim() ?? ''
  return {
    kind: 'payment',
    minor: sum === undefined || Number(sum) === 0 ? null : (Number(sum) as Minor),
    date: null,
    number: null,
    inn: isTaxNumber(inn) ? inn : null,
  }
}
