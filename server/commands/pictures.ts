/** Definitions shared by the commands whose request body is a picture as raw bytes. */
import { ProductImage } from '../domain/record-schemas.ts'
import { ShortText, strictObject } from '../domain/schema.ts'

const { contentType, size, width, height } = ProductImage.properties

/** The limits of a picture upload, the schema of the examined picture, and an example. Source: S-IMAGE-1. */
export const PICTURE = {
  upload: {
    kind: 'image',
    maxBytes: 10 * 1_048_576,
    mediaTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  },
  body: strictObject({ sha256: ShortText, contentType, size, width, height }),
  example: {
    sha256: '6a2b1c0f5f6d5f0b3f6f7f9d0f8f5a5c3b9e2d4c6a8f0e1d2c3b4a5968778695',
    contentType: 'image/jpeg',
    size: 183_214,
    width: 1_600,
    height: 1_200,
  },
} as const
