/** Every way in which a command may end: what a run of random commands should have met. */
import { COMMANDS } from '../../../server/commands/table.ts'
import { CONFLICTS } from '../../../server/domain/conflicts.ts'
import { REASONS } from '../contract/refusals.ts'
import { MODEL_RULES } from './model-state.ts'

/** Whose rules also find what a schema cannot; no `refusals` say that. */
const VALIDATED: ReadonlySet<string> = new Set([
  ...['createProduct', 'updateProduct', 'createPartner', 'updatePartner', 'resolvePartner'],
  ...['createCustomField', 'updateCustomField', 'createPurchase', 'createDocument', 'updateDocument'],
  ...['receiveStock', 'transferStock', 'placeOrder', 'updateOrder'],
])

/** What nothing in a model of a warehouse meets, and `tests/contract/refusals.test.ts` does. */
const ELSEWHERE = ['ALREADY_IMPORTED']
const NOT_FOUND_BY_RULES = ['NOT_FOUND id', 'NOT_FOUND name']

const isOfRules = (reason: string) =>
  NOT_FOUND_BY_RULES.includes(reason) ||
  (reason.split(' ')[0]! in CONFLICTS && !ELSEWHERE.includes(reason.split(' ')[0]!))

/** The outcomes that some commands should have had and none had, such as `deletePayment NOT_DRAFT`, and reasons, `NOT_STOCKED bundle`. */
export function neverMet(outcomes: ReadonlyMap<string, number>): string[] {
  const ends = COMMANDS.filter(({ name }) => name in MODEL_RULES).flatMap(({ name, refusals }) =>
    ['ok', ...refusals, ...(VALIDATED.has(name) ? ['VALIDATION_FAILED'] : [])].map((end) => `${name} ${end}`),
  )
  return [...ends, ...REASONS.filter(isOfRules)].filter((outcome) => !outcomes.has(outcome))
}
