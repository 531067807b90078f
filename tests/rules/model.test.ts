import { expect, test } from 'vitest'
import { COMMANDS } from '../../server/commands/table.ts'
import { chooseSeed } from '../support/chance/chance.ts'
import { REASONS } from '../support/contract/refusals.ts'
import { neverMet } from '../support/model/model-outcomes.ts'
import { type Outcomes, runWorld } from '../support/model/model-run.ts'

const USUAL_SEED = 20_267_100
const ALL_WORLDS = 40
/** Mutants run fewer worlds: a few commands find each one, or none does. */
const WORLDS = Number(process.env.MODEL_WORLDS ?? ALL_WORLDS)
const COMMANDS_PER_WORLD = 500
/** Takes some 25 seconds on a quiet machine with two cores. */
const PATIENCE_MS = 300_000

/** Whether the document does not list this refusal for the command: `placeOrder ARCHIVED`. */
function isUndeclared(outcome: string): boolean {
  if (REASONS.includes(outcome)) return false
  const [name, code] = outcome.split(' ')
  const command = COMMANDS.find((one) => one.name === name)
  return ![...(command?.refusals ?? []), 'ok', 'VALIDATION_FAILED'].includes(code!)
}

test(
  'after 20,000 random commands the rules, the books and the state agree with a separate model',
  () => {
    const seed = chooseSeed(USUAL_SEED)
    console.log(`model.test.ts SEED=${seed}`)
    const outcomes: Outcomes = new Map()
    for (let world = 0; world < WORLDS; world += 1)
      for (const [outcome, count] of runWorld(seed + world, COMMANDS_PER_WORLD))
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + count)
    console.log(Object.fromEntries([...outcomes].sort()))
    const succeeded = [...outcomes]
      .filter(([outcome]) => outcome.endsWith(' ok'))
      .reduce((sum, [, count]) => sum + count, 0)
    expect([...outcomes.keys()].filter(isUndeclared)).toEqual([])
    expect(succeeded).toBeGreaterThan(0.5 * WORLDS * COMMANDS_PER_WORLD)
    // Another seed may miss the rarest outcomes.
    if (seed === USUAL_SEED && WORLDS === ALL_WORLDS) expect(neverMet(outcomes)).toEqual([])
  },
  PATIENCE_MS,
)
