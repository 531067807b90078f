/** Deletes the company, and shows the receipt of the deletion afterwards, when the session may be gone. */
import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../sdk/errors.ts'
import { client } from './client.ts'
import { dropAllDrafts } from './drafts.ts'
import { forgetFloor } from './floor/forget.ts'
import { startOver } from './session.ts'

const LOOK_EVERY_MS = 2_000

export interface Deletion {
  readonly companyId: string
  /** The key of the request, with which the receipt is found. */
  readonly key: string
}

/**
 * Deletes the company and opens the page with the progress of the deletion. `key`: must be the same for every attempt.
 * If the answer to an attempt was lost, the session may have ended, and only the key still leads to the receipt.
 */
export async function deleteCompany(
  { companyId, key }: Deletion,
  confirmed: { readonly name: string; readonly password: string },
): Promise<void> {
  try {
    await client.session.deleteCompany(confirmed, { key })
  } catch (error) {
    const mayHaveBegun = error instanceof ApiError && [401, 403].includes(error.status)
    if (!mayHaveBegun || !(await hasBegun({ companyId, key }))) throw error
  }
  dropAllDrafts()
  await forgetFloor()
  startOver(`/company-deleted#token=${companyId}:${key}`)
}

const hasBegun = (deletion: Deletion): Promise<boolean> =>
  client.session.deletion(deletion).then(
    () => true,
    () => false,
  )

/** Requests the state of the deletion repeatedly until it is finished. */
export const useDeletion = (deletion: Deletion | null) =>
  useQuery({
    queryKey: ['deletion', deletion],
    enabled: deletion !== null,
    queryFn: () => client.session.deletion(deletion!),
    refetchInterval: ({ state }) => (state.data?.finishedAt ? false : LOOK_EVERY_MS),
  })
