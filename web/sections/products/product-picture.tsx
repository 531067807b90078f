/** A small picture of the product, made from its main photo. */
import type { Product } from '../../../sdk/types.ts'
import classes from './products.module.css'

/** Returns the URL of an image at the given width in pixels. */
export const pictureOf = (imageId: string, width: number) => `/api/v1/images/${imageId}?width=${width}`

interface PictureProps {
  readonly product: Product
  readonly sizePx: number
  /** Whether to keep an empty space for a product without a photo, so that the rows of a list stay aligned. */
  readonly isPlaceKept?: boolean
}

/**
 * The main photo of a product. If there is none, renders nothing, because the name beside it identifies the product.
 */
export function ProductPicture({ product: { images }, sizePx, isPlaceKept }: PictureProps) {
  const [main] = images
  if (main === undefined) return isPlaceKept ? <span style={{ width: sizePx }} /> : null
  return (
    <img
      className={classes.picture}
      src={pictureOf(main.id, 2 * sizePx)}
      alt=""
      width={sizePx}
      height={sizePx}
      loading="lazy"
    />
  )
}
