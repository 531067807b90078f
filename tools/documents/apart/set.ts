/** The half that the recognizer is measured on and never tuned on. Whoever changes the recognizer does not read its layouts. */
import type { PageSet } from '../pages/set.ts'
import { bankBill, bookkeeperBill, boxedBill, discountBill, qrBill, sheetBill, upsideBill } from './bills.ts'
import { cloudTorg, compactTorg, material, operatorTransfer, plainFacture, statusTwo, transport } from './forms.ts'
import {
  groupedOffer,
  halfSheet,
  needlesNote,
  register,
  specification,
  weighed,
  wholesaleSlip,
  wideTill,
} from './notes.ts'
import { apartHopeless, apartWays } from './ways.ts'
import { apartWords } from './words.ts'

export const apart: PageSet = {
  words: apartWords,
  layouts: [
    bankBill,
    statusTwo,
    cloudTorg,
    wideTill,
    specification,
    qrBill,
    operatorTransfer,
    weighed,
    bookkeeperBill,
    transport,
    needlesNote,
    discountBill,
    plainFacture,
    halfSheet,
    sheetBill,
    compactTorg,
    groupedOffer,
    upsideBill,
    material,
    wholesaleSlip,
    boxedBill,
    register,
  ],
  ways: apartWays,
  hopeless: apartHopeless,
  fonts: [
    'FreeSans',
    'FreeSans',
    'FreeSans',
    'FreeSerif',
    'Noto Sans',
    'Noto Serif',
    'Inter',
    'Go',
    'Linux Libertine O',
    'Linux Biolinum O',
    'CMU Sans Serif',
    'PT Sans Caption',
    'Charis SIL',
    'Roboto Slab',
    'Play',
  ],
  narrow: ['Roboto Condensed', 'Open Sans Condensed', 'FreeSans', 'Noto Sans', 'CMU Sans Serif Demi Condensed'],
  monospaced: ['JetBrains Mono', 'Hack', 'FreeMono', 'Fira Code', 'Go Mono', 'Noto Mono'],
}
