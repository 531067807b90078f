/** Photographs of deliveries, which show goods that arrived damaged. Source: docs/decisions/0074. */
import { log } from '../domain/audit-log.ts'
import { DeliveryPhotoRecord } from '../domain/record-schemas.ts'
import { type DeliveryPhoto, type ProcurementDocument, put } from '../domain/records.ts'
import { invalid, notFound } from '../domain/refusals.ts'
import { defineCommand, type Prefetch } from './define.ts'
import { findDocument } from './find.ts'
import { PICTURE } from './pictures.ts'

/** The maximum number of photographs per delivery. */
const MAX_PHOTOS = 30

/**
 * POST /stock/deliveries/{documentId}/photos, raw bytes. Refuses: COMPANY_LIMIT_REACHED, NOT_FOUND (including a
 * document that is not a posted receipt), VALIDATION_FAILED (the delivery has too many). Source: S-DELIVERY-8,
 * S-DELIVERY-9.
 */
export const addDeliveryPhoto = defineCommand({
  name: 'addDeliveryPhoto',
  method: 'POST',
  path: '/api/v1/stock/deliveries/:documentId/photos',
  may: 'storekeepers',
  refusals: ['COMPANY_LIMIT_REACHED', 'NOT_FOUND'],
  summary: 'Add a photograph to a delivery',
  description: `The body is the picture itself, as for a product: JPEG, PNG, WebP or GIF, up to 10 MiB and 64 megapixels. The document must be a posted receipt. A delivery can have at most ${MAX_PHOTOS} photographs, and they cannot be deleted.`,
  tag: 'Stock',
  entity: 'delivery_photo',
  action: 'delivery_photo.added',
  ...PICTURE,
  result: DeliveryPhotoRecord,
  facts: (books, { params }): readonly Prefetch[] =>
    books.documents.has(params.documentId!) ? [] : [{ fact: 'record', kind: 'documents', id: params.documentId! }],
  decide(books, { params, body, facts }, { now, revision, actor, newId }) {
    const document = findDocument(books, params.documentId!, facts)
    if (document.kind !== 'receipt' || (document.status !== 'posted' && document.status !== 'closed'))
      throw notFound('delivery', document.id)
    const photoCount = (document.photoCount ?? 0) + 1
    if (photoCount > MAX_PHOTOS)
      throw invalid('', `delivery ${document.number} already has ${MAX_PHOTOS} photographs`, {
        code: 'TOO_MANY',
        figures: { most: MAX_PHOTOS },
      })
    const photo: DeliveryPhoto = {
      ...{ id: newId(), documentId: document.id, ...body },
      ...{ by: { id: actor.id, name: actor.name }, createdAt: now, revision },
    }
    const counted: ProcurementDocument = { ...document, photoCount, updatedAt: now, revision }
    return {
      result: { kind: 'deliveryPhotos', record: photo },
      changes: [
        put('documents', counted, books.documents.has(document.id) ? undefined : document),
        put('deliveryPhotos', photo),
      ],
      logged: log('delivery_photo.added', { number: document.number, supplier: document.supplier! }),
    }
  },
})
