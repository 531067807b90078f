/** The description of POST /api/v1/batch. */
import { type TSchema, Type } from 'typebox'
import { exampleId } from '../../domain/fields/examples.ts'
import { FreeObject } from '../../domain/schema.ts'
import { AnyState } from './answers.ts'
import { exampleOf } from './examples.ts'
import { SECURITY, WRITE_PROBLEMS } from './openapi.ts'
import { ProblemSchema } from './problems.ts'

const BatchResult = Type.Object(
  {
    key: Type.String({ description: 'The key of the command.' }),
    status: Type.Integer({ description: 'The status that the command would have as a request of its own.' }),
    isReplay: Type.Boolean({ description: 'True when the command was executed or refused by an earlier request.' }),
    result: Type.Optional(Type.Unsafe({ ...FreeObject, description: 'The `result` of a command that was executed.' })),
    problem: Type.Optional(ProblemSchema as TSchema),
  },
  { title: 'BatchResult', description: 'The answer to one command of a batch.' },
)

const ExecuteBatchAnswer = Type.Object(
  {
    results: Type.Array(BatchResult, { description: 'The answers to the commands, in their order.' }),
    state: AnyState,
  },
  { title: 'ExecuteBatchAnswer', description: 'The answers to the commands of a batch, and the state after them.' },
)

/** An example body that creates a price type and sets a product's lowest price. */
export const BATCH_EXAMPLE = {
  mode: 'all',
  commands: [
    { key: 'price-type-2026-03-02', method: 'POST', path: '/api/v1/price-types', body: { name: 'Опт' } },
    {
      key: 'min-price-2026-03-02',
      method: 'PATCH',
      path: `/api/v1/products/${exampleId('product')}`,
      body: { name: 'Чайник', minPrice: 1200 },
    },
  ],
}

const RESULTS_EXAMPLE = BATCH_EXAMPLE.commands.map(({ key, body }) => ({
  key,
  status: 200,
  isReplay: false,
  result: { id: exampleId('record'), ...body },
}))

/** Returns the OpenAPI documentation of POST /api/v1/batch. */
export function describeBatch() {
  return {
    operationId: 'executeBatch',
    summary: 'Execute several commands',
    description:
      'Executes 1 to 100 commands in their order. Each command is a write of this API with a JSON body. Its `key` is its Idempotency-Key, and the command is treated as if it were sent alone, so a key means the same inside and outside a batch. The batch has no key of its own. With `mode: each`, every command is executed or refused separately. The status is 200 even if some are refused, so look at each entry of `results`. With `mode: all`, all commands are executed in one transaction, or none is. If one is refused, the answer is the problem of that command, and `command` says which one it is; nothing was changed, and no key was used up. A command that was executed before the batch counts as executed. If the answer is lost, send the same batch again.',
    'x-refusals': [],
    isKeyless: true,
    tags: ['Batch'],
    security: SECURITY,
    response: {
      200: {
        description: 'The commands were executed; with `mode: each`, or refused one by one.',
        content: {
          'application/json': {
            schema: ExecuteBatchAnswer,
            example: { ...(exampleOf(ExecuteBatchAnswer as never) as object), results: RESULTS_EXAMPLE },
          },
        },
      },
      ...WRITE_PROBLEMS,
    },
  }
}
