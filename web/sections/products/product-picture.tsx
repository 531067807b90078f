/** A small version of the product's main photo. */
import type { Product } from '../../../sdk/types.ts'
import classes from './products.module.css'

/** The address of an image, scaled to the width needed. */
export const pictureOf = (imageId: string, width: number) => `/api/v1/images/${imageId}?width=${width}`

interface PictureProps {
  readonly product: Product
  readonly sizePx: number
  /** Whether to leave the space empty if there is no photo, so that rows stay aligned. */
  readonly isPlaceKept?: boolean
}

/** Renders nothing if there is no photo; the name beside it identifies the product. */
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
