/** A small version of the product's main photo. */
import type { Product } from '../../../sdk/types.ts'
import classes from './products.module.css'

/** Returns the URL of an image at the given width in pixels. */
export const pictureOf = (imageId: string, width: number) => `/api/v1/images/${imageId}?width=${width}`

interface PictureProps {
  readonly product: Product
  readonly sizePx: number
  /** Whether to leave an empty space if there is no photo, so that rows stay aligned. */
  readonly isPlaceKept?: boolean
}

/** A product's main photo. Renders nothing if there is none, because the name beside it identifies the product. */
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
