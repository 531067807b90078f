import { someLabels } from './labels.ts'

export const linesEn = {
  ...someLabels('documents', 'en', { lines: 'lines' }),
  figures: '{{onHand}} · {{reserved}} reserved · {{available}} available',
  bundleFigures: '{{available}} available',
  service: 'service',
  linesHint:
    'Scan or type a product, press Enter, type the quantity, Enter again. Or paste from Excel: SKU and quantity.',
  pricedLinesHint:
    'Scan or type a product, Enter, the quantity, Enter, the price, Enter. Or paste from Excel: SKU, quantity, price.',
  discountedLinesHint:
    'Scan or type a product, Enter, the quantity, Enter. Tab leads to price and discount. Or paste from Excel: SKU, quantity, price.',
  entry: 'SKU, barcode or name',
  found: 'Products found',
  lineQuantity: 'Quantity: {{name}}',
  removeLine: 'Remove {{name}}',
  looking: 'Looking up “{{text}}”',
  notFound: 'Not found: “{{text}}”',
  several: 'Several match: “{{text}}”',
  choose: 'Choose a product',
  noLines: 'Add at least one line.',
  notReady: 'Resolve the marked lines, or remove them.',
  badQuantity: 'Enter a quantity above zero, with at most 3 decimals',
  scannedBefore: 'Already scanned: serial number {{serial}}',
  tailScanned: 'Only the end of the code was read. Scan it again.',
  notLookedUp: 'Couldn’t look up “{{text}}”. Scan it again.',
  noStock: '{{name}} has no stock of its own.',
  otherProduct: 'You scanned another product: {{name}}. Nothing was changed here.',
  pasted_one: '{{count}} line pasted.',
  pasted_other: '{{count}} lines pasted.',
  pastedLeft_one: '{{count}} line did not fit: paste it separately.',
  pastedLeft_other: '{{count}} lines did not fit: paste them separately.',
}
