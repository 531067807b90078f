/** Records money that has already changed hands: a payment that is created and posted. */
import type { CreatePaymentBody } from '../../sdk/types.ts'
import { client } from './client.ts'
import type { Sending } from './command.ts'

/** Both commands have keys made from the given one, so that repeating them after a lost answer pays nothing twice. */
export async function postPayment(body: CreatePaymentBody, sending: Sending) {
  const { result } = await client.payments.create(body, { key: sending.key })
  return client.payments.setStatus(result.id, { status: 'posted' }, { ...sending, key: `${sending.key}-posted` })
}
