/** The practice set of invented pages, on which the recognizer may be tuned. */
import type { PageSet } from '../pages/set.ts'
import { accounting, store, taxed, trade } from './bills.ts'
import { invoice, transfer, waybill } from './forms.ts'
import { handover, offer, printout, release, salesSlip, sheet, till } from './notes.ts'
import { practiceHopeless, practiceWays } from './ways.ts'
import { practiceWords } from './words.ts'

export const practice: PageSet = {
  words: practiceWords,
  layouts: [
    accounting,
    transfer,
    waybill,
    till,
    release,
    trade,
    sheet,
    invoice,
    store,
    printout,
    offer,
    taxed,
    salesSlip,
    handover,
  ],
  ways: practiceWays,
  hopeless: practiceHopeless,
  fonts: [
    'Liberation Sans',
    'Liberation Sans',
    'Liberation Serif',
    'Carlito',
    'PT Sans',
    'Roboto',
    'DejaVu Sans',
    'Open Sans',
    'PT Serif',
  ],
  narrow: ['Liberation Sans Narrow', 'Liberation Sans', 'PT Sans Narrow', 'DejaVu Sans Condensed'],
  monospaced: ['Liberation Mono', 'DejaVu Sans Mono', 'PT Mono'],
}
