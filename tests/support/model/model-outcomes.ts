/** Lists every possible outcome of every command, so that a run of random commands can report which never occurred. */
import { COMMANDS } from '../../../server/commands/table.ts'
import { CONFLICTS } from '../../../server/domain/conflicts.ts'
import { OF_LIMITS, REASONS } from '../contract/refusals.ts'
import { MODEL_RULES } from './model-state.ts'

/** Commands whose business rules also refuse with VALIDATION_FAILED; the commands' own list of `refusals` does not contain it. */
const VALIDATED: ReadonlySet<string> = new Set([
  ...['createProduct', 'updateProduct', 'createPartner', 'updatePartner', 'resolvePartner'],
  ...['createCustomField', 'updateCustomField', 'createPurchase', 'createDocument', 'updateDocument'],
  ...['receiveStock', 'receiveDelivery', 'transferStock', 'placeOrder', 'updateOrder', 'shipOrder', 'reserveOrder'],
])

/** Outcomes that the random commands cannot produce; `tests/contract/refusals.test.ts` tests them. */
const ELSEWHERE = ['ALREADY_IMPORTED']
/**
 * An outcome that random commands almost never produce, because everything must have been shipped out of a warehouse
 * that is then archived. tests/api/shipments.test.ts tests it.
 */
const TOO_RARE = 'cancelShipment ARCHIVED'
/**
 * An outcome that needs a row of a report, which this model does not read. tests/api/proposed-transfers.test.ts and the model
 * in tests/api/ordering-model.test.ts do.
 */
const OF_PROPOSALS = 'transferStock MOVED_MEANWHILE'
const NOT_FOUND_BY_RULES = ['NOT_FOUND id', 'NOT_FOUND name']

const isOfRules = (reason: string) =>
  NOT_FOUND_BY_RULES.includes(reason) ||
  (reason.split(' ')[0]! in CONFLICTS && !ELSEWHERE.includes(reason.split(' ')[0]!))

/**
 * Returns the possible outcomes that never occurred: commands with a code, such as `deletePayment NOT_DRAFT`, and codes with a
 * reason, such as `NOT_STOCKED bundle`.
 */
export function neverMet(outcomes: ReadonlyMap<string, number>): string[] {
  const ends = COMMANDS.filter(({ name }) => name in MODEL_RULES).flatMap(({ name, refusals }) =>
    [
      'ok',
      ...refusals.filter((code) => !OF_LIMITS.includes(code)),
      ...(VALIDATED.has(name) ? ['VALIDATION_FAILED'] : []),
    ].map((end) => `${name} ${end}`),
  )
  return [...ends, ...REASONS.filter(isOfRules)].filter(
    (outcome) => outcome !== TOO_RARE && outcome !== OF_PROPOSALS && !outcomes.has(outcome),
  )
}
