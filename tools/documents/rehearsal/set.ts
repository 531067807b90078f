/**
 * The rehearsal set of invented pages. It was the hold-out set until November 2026. Since then the recognizer is tuned
 * on it, and another set is used as the hold-out set.
 */
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
import { fabricNote, handingOver, supplierOrder } from './once-apart.ts'
import { rehearsalHopeless, rehearsalWays } from './ways.ts'
import { rehearsalWords } from './words.ts'

export const rehearsal: PageSet = {
  words: rehearsalWords,
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
    supplierOrder,
    fabricNote,
    handingOver,
  ],
  ways: rehearsalWays,
  hopeless: rehearsalHopeless,
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
