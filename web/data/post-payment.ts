/** Records money that has already changed hands, by creating and posting a payment. */
import type { CreatePaymentBody } from '../../sdk/types.ts'
import { client } from './client.ts'
import type { Sending } from './command.ts'

/**
 * Creates and posts a payment. The keys of both commands are derived from the given key, so that a retry after a lost
 * response does not pay twice.
 */
export async function postPayment(body: CreatePaymentBody, sending: Sending) {
  const { result } = await client.payments.create(body, { key: sending.key })
  return client.payments.setStatus(result.id, { status: 'posted' }, { ...sending, key: `${sending.key}-posted` })
}
