/** The main photograph of a product, small. */
import type { Product } from '../../../sdk/types.ts'
import classes from './products.module.css'

/** The address of a picture, made as wide as it is needed. */
export const pictureOf = (imageId: string, width: number) => `/api/v1/images/${imageId}?width=${width}`

interface PictureProps {
  readonly product: Product
  readonly sizePx: number
  /** Its place stays free when there is none, beside others that have one. */
  readonly isPlaceKept?: boolean
}

/** Nothing when there is none: the name beside it says what it is. */
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
