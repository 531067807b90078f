/**
 * Photographs of deliveries, stored in the browser until they are sent. Each has a unique name, which is also its
 * command's idempotency key, so that it is added only once.
 */
import { createStore, del, get, set } from 'idb-keyval'
import { newKey } from '../../../sdk/keys.ts'

/** The maximum number of photographs per delivery on this device; the service accepts more. */
export const MAX_PHOTOS = 10

const store = createStore('skladno-photos', 'taken')

/** Stores a photograph and returns its name; null if the browser cannot store it. */
export async function keepPhoto(file: Blob): Promise<string | null> {
  const name = newKey()
  try {
    await set(name, file, store)
    return name
  } catch {
    return null
  }
}

/** Returns a stored photograph; undefined if it is not stored. */
export const readPhoto = (name: string): Promise<Blob | undefined> => get<Blob>(name, store)

export async function dropPhotos(names: readonly string[]): Promise<void> {
  for (const name of names) await del(name, store).catch(() => undefined)
}
