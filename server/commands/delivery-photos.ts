/** Photographs of deliveries: they show what arrived damaged. Source: docs/decisions/0074. */
import { log } from '../domain/audit-log.ts'
import { DeliveryPhotoRecord, ProductImage } from '../domain/record-schemas.ts'
import { type DeliveryPhoto, type ProcurementDocument, put } from '../domain/records.ts'
import { invalid, notFound } from '../domain/refusals.ts'
import { ShortText, strictObject } from '../domain/schema.ts'
import { defineCommand, type Prefetch } from './define.ts'
import { findDocument } from './find.ts'

/** The most photographs of a delivery. */
const MAX_PHOTOS = 30
const { contentType, size, width, height } = ProductImage.properties

/**
 * POST /stock/deliveries/{documentId}/photos, raw bytes. Refuses: NOT_FOUND (a document that is no posted receipt, too),
 * VALIDATION_FAILED (the delivery has too many). Ours: S-DELIVERY-8, S-DELIVERY-9.
 */
export const addDeliveryPhoto = defineCommand({
  name: 'addDeliveryPhoto',
  method: 'POST',
  path: '/api/v1/stock/deliveries/:documentId/photos',
  may: 'storekeepers',
  refusals: ['NOT_FOUND'],
  summary: 'Add a photograph to a delivery',
  description: `The body is the picture itself, as for a product: JPEG, PNG, WebP or GIF, up to 10 MiB and 64 megapixels. The document must be a posted receipt. A delivery can have at most ${MAX_PHOTOS} photographs, and they cannot be deleted.`,
  tag: 'Stock',
  entity: 'delivery_photo',
  action: 'delivery_photo.added',
  upload: {
    kind: 'image',
    maxBytes: 10 * 1_048_576,
    mediaTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  },
  body: strictObject({ sha256: ShortText, contentType, size, width, height }),
  result: DeliveryPhotoRecord,
  example: {
    sha256: '6a2b1c0f5f6d5f0b3f6f7f9d0f8f5a5c3b9e2d4c6a8f0e1d2c3b4a5968778695',
    contentType: 'image/jpeg',
    size: 183_214,
    width: 1_600,
    height: 1_200,
  },
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
