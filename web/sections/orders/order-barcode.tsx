/**
 * Draws the number of an order as a Code 128 barcode for hand scanners; Code 128 covers every character of a number.
 */
import { code128, drawingSVG } from 'bwip-js/browser'
import classes from './paper.module.css'

/**
 * Matches numbers of orders that consist of printable ASCII characters. Other numbers get no barcode, because scanners
 * do not report other characters reliably.
 */
const PRINTABLE = /^[\x20-\x7e]{1,40}$/
const HEIGHT_MM = 9

export function OrderBarcode({ number }: { readonly number: string }) {
  if (!PRINTABLE.test(number)) return null
  const svg = code128({ bcid: 'code128', text: number, height: HEIGHT_MM, paddingwidth: 10 }, drawingSVG())
  return <img className={classes.barcode} src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={number} />
}
