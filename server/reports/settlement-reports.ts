/** The reports on debts between partners and the company. */
import { Type } from 'typebox'
import { Id } from '../domain/schema.ts'
import { NAMES } from './columns.ts'
import { readEdge } from './dates.ts'
import { type Asked, type Built, isoOf, OF_PERIOD, ON_DATE, type ReportKind } from './report-kind.ts'
import { AGE_COLUMNS, BALANCE_COLUMNS, STATEMENT_COLUMNS } from './settlement-columns.ts'
import {
  AGES_ORDER,
  agesSql,
  BALANCES,
  BALANCES_ORDER,
  type Debt,
  STATEMENT,
  STATEMENT_ORDER,
} from './settlements-sql.ts'

const ASSIGNED =
  'Payments for an order or a document pay its oldest goods first; all other money and goods pay the oldest debts first.'
const FROM_NOW =
  'With `date`, ages are counted back from that day, but payments still count for the orders to which they are assigned now.'

export const SETTLEMENT_REPORTS = {
  'partner-balances': {
    title: ['Взаиморасчёты', 'Partner balances'],
    lead: [
      'Кто должен вам и кому должны вы, по всем отгрузкам, приёмкам и платежам. Если контрагент и покупатель, и поставщик, встречные долги зачтены.',
      'Who owes you and whom you owe, by all shipments, receipts and payments. If a partner is both a customer and a supplier, the two debts are offset.',
    ],
    may: 'who sees costs',
    summary: 'Report what partners and the company owe each other',
    description:
      'One row for each partner with shipments, received goods, returns or posted payments, up to now. The largest debts come first.',
    query: {},
    rows: { all: BALANCE_COLUMNS },
    build: ({ companyId }) => ({
      rows: BALANCES,
      values: [companyId],
      columns: BALANCE_COLUMNS,
      names: NAMES.partner,
      order: BALANCES_ORDER,
    }),
  },
  'partner-statement': {
    title: ['Акт сверки', 'Statement'],
    lead: [
      'Что отгружено, принято и оплачено по контрагенту за период, с сальдо. По датам документов, а без них — по дню проведения.',
      'What was shipped, received and paid in a period, by partner, with the balance. By document date, otherwise by the day of posting.',
    ],
    may: 'who sees costs',
    summary: 'Report the statement of a partner for a period',
    description:
      'What was shipped, received and paid between the company and a partner in a period. The first row is the balance before the period and the last one the balance after it; each entry between them has the balance after it. Entries are sorted by the date on their paper, or else by the time of posting. A date without a time counts as the beginning of that day. Without `partnerId`, the statements of all partners follow one another.',
    query: { ...OF_PERIOD, partnerId: Type.Optional(Id) },
    rows: { all: STATEMENT_COLUMNS },
    build: ({ companyId, start, end, timeZone, query }) => ({
      rows: STATEMENT,
      values: [companyId, isoOf(start!), isoOf(end), timeZone, query.partnerId ?? null],
      columns: STATEMENT_COLUMNS,
      names: NAMES.partner,
      order: STATEMENT_ORDER,
    }),
  },
  'receivables-by-age': {
    title: ['Долги покупателей по срокам', 'Receivables by age'],
    lead: [
      'Кто и как давно должен вам: от даты документа отгрузки, а без неё — со дня отгрузки. Ваш долг тому же контрагенту вычтен.',
      'Who owes you and for how long, counted from the document date of the shipment, otherwise from the day of shipping. What you owe the same partner is deducted.',
    ],
    may: 'who sees costs',
    summary: 'Report what partners owe the company, by age',
    description: `What each partner owes the company, by age in days; the debts add up to the balances. A shipment of an order is a debt from the date on its paper, or else from the day of shipping. A return to a supplier, and money paid in advance, are debts from their own dates. ${ASSIGNED} ${FROM_NOW}`,
    query: ON_DATE,
    rows: { all: AGE_COLUMNS },
    build: (asked) => buildAges(asked, 'receivable'),
  },
  'payables-by-age': {
    title: ['Долги поставщикам по срокам', 'Payables by age'],
    lead: [
      'Кому и как давно должны вы: от даты документа приёмки, а без неё — со дня приёмки. Долг того же контрагента вам вычтен.',
      'Whom you owe and for how long, counted from the document date of the receipt, otherwise from the day of receipt. What the same partner owes you is deducted.',
    ],
    may: 'who sees costs',
    summary: 'Report what the company owes partners, by age',
    description: `What the company owes each partner, by age in days; the debts add up to the balances. Received goods are a debt from the date on the paper of the receipt, or else from the day of the receipt. Money that a partner paid in advance is a debt from its own date. ${ASSIGNED} ${FROM_NOW}`,
    query: ON_DATE,
    rows: { all: AGE_COLUMNS },
    build: (asked) => buildAges(asked, 'payable'),
  },
} as const satisfies Record<string, ReportKind>

function buildAges({ companyId, end, isUntilNow, timeZone, query }: Asked, debt: Debt): Built {
  const until = query.date === undefined ? null : isoOf(readEdge('date', query.date, timeZone, 'end') - 1)
  return {
    rows: agesSql(debt),
    values: [companyId, timeZone, isUntilNow ? null : isoOf(end), until],
    columns: AGE_COLUMNS,
    names: NAMES.partner,
    order: AGES_ORDER,
  }
}
