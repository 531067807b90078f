import { Type } from 'typebox'
import { log } from '../domain/audit-log.ts'
import { ProductImage, ProductRecord } from '../domain/record-schemas.ts'
import { type KeptImage, type Product, put } from '../domain/records.ts'
import { invalid, notFound } from '../domain/refusals.ts'
import { Id, strictObject } from '../domain/schema.ts'
import { defineCommand } from './define.ts'
import { Deleted, NoBody } from './fields.ts'
import { findProduct } from './find.ts'
import { PICTURE } from './pictures.ts'

/**
 * The maximum number of images per product. Images are part of the state, and a product with a thousand images would
 * take more room than all other records of a shop.
 */
const MAX_IMAGES = 100

/**
 * POST /products/{productId}/images, raw bytes. Refuses: COMPANY_LIMIT_REACHED, NOT_FOUND, VALIDATION_FAILED (the
 * product has too many). Uploading the same bytes again adds another image. Source: S-IMAGE-1, S-IMAGE-2, S-ANSWER-2.
 */
export const uploadProductImage = defineCommand({
  name: 'uploadProductImage',
  method: 'POST',
  path: '/api/v1/products/:productId/images',
  may: 'managers',
  refusals: ['COMPANY_LIMIT_REACHED', 'NOT_FOUND'],
  summary: 'Add an image to a product',
  description: `The body is the picture itself: JPEG, PNG, WebP or GIF, animated or not, up to 10 MiB and 64 megapixels. The service detects the type from the bytes, whatever image type Content-Type names; \`width\` and \`height\` are those of the upright picture. A product can have at most ${MAX_IMAGES} images.`,
  tag: 'Products',
  entity: 'product_image',
  action: 'product_image.uploaded',
  ...PICTURE,
  result: ProductImage,
  decide(books, { params, body }, { now, revision, newId }) {
    const product = findProduct(books, params.productId!)
    if (product.images.length >= MAX_IMAGES)
      throw invalid('', `product "${product.name}" already has ${MAX_IMAGES} images; delete one first`, {
        code: 'TOO_MANY',
        figures: { most: MAX_IMAGES },
      })
    const image: KeptImage = { id: newId(), ...body }
    const changed: Product = { ...product, images: [...product.images, image], updatedAt: now, revision }
    return {
      result: { kind: 'images', record: image },
      changes: [put('products', changed)],
      logged: log('product_image.uploaded', {
        ...{ product: product.name, productId: product.id },
        ...{ contentType: body.contentType, width: body.width, height: body.height },
      }),
    }
  },
})

/**
 * DELETE /products/{productId}/images/{imageId}. Refuses: NOT_FOUND (also an image of another product). The next sweep
 * deletes the bytes, unless another image has the same bytes. Source: S-IMAGE-4.
 */
export const deleteProductImage = defineCommand({
  name: 'deleteProductImage',
  method: 'DELETE',
  path: '/api/v1/products/:productId/images/:imageId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Delete an image of a product',
  description: 'From then on the image is not found. The body is `{}` or is left out.',
  tag: 'Products',
  entity: 'product_image',
  action: 'product_image.deleted',
  body: NoBody,
  mayLackBody: true,
  result: Deleted,
  example: {},
  decide(books, { params }, { now, revision }) {
    const product = findProduct(books, params.productId!)
    const images = product.images.filter(({ id }) => id !== params.imageId)
    if (images.length === product.images.length) throw notFound('image of this product', params.imageId!)
    const changed: Product = { ...product, images, updatedAt: now, revision }
    return {
      result: { deleted: params.imageId! },
      changes: [put('products', changed)],
      logged: log('product_image.deleted', { product: product.name, productId: product.id }),
    }
  },
})

/**
 * PATCH /products/{productId}/images. Refuses: NOT_FOUND (the product), NOT_FOUND (an image of another product),
 * VALIDATION_FAILED (an image given twice or left out). Lists and page headers show the first image. Source: S-IMAGE-5.
 */
export const orderProductImages = defineCommand({
  name: 'orderProductImages',
  method: 'PATCH',
  path: '/api/v1/products/:productId/images',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Put the images of a product in order',
  description: 'The body names every image of the product once, in the new order. The first is the main one.',
  tag: 'Products',
  entity: 'product',
  action: 'product.updated',
  body: strictObject({ imageIds: Type.Array(Id, { maxItems: MAX_IMAGES }) }),
  result: ProductRecord,
  example: { imageIds: ['…'] },
  decide(books, { params, body }, { now, revision }) {
    const product = findProduct(books, params.productId!)
    const byId = new Map(product.images.map((image) => [image.id, image]))
    const images = body.imageIds.map((id, position) => {
      if (body.imageIds.indexOf(id) < position) throw invalid(`/imageIds/${position}`, 'is named twice', 'TWICE')
      const image = byId.get(id)
      if (image === undefined) throw notFound('image of this product', id)
      return image
    })
    if (images.length < product.images.length)
      throw invalid('/imageIds', `must name all ${product.images.length} images of the product`, 'REQUIRED')
    const changed: Product = { ...product, images, updatedAt: now, revision }
    return {
      result: { kind: 'products', record: changed },
      changes: [put('products', changed)],
      logged: log('product.updated', { how: 'images', name: product.name }),
    }
  },
})
