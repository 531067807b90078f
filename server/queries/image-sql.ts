/** Finds the name under which an image is stored in the file store. */
import type { Tx } from '../store/database.ts'

export interface StoredImage {
  readonly sha256: string
  readonly contentType: string
}

/** Returns an image of a company, or null when the company does not have it. `id`: a UUID. */
export async function findImage(tx: Tx, companyId: string, id: string): Promise<StoredImage | null> {
  const { rows } = await tx.query<StoredImage>(
    `select sha256, content_type as "contentType" from product_images where company_id = $1 and id = $2
     union all
     select sha256, content_type from delivery_photos where company_id = $1 and id = $2`,
    [companyId, id],
  )
  return rows[0] ?? null
}
