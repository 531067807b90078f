/**
 * The hold-out set of invented pages, used only for measuring recognition. People who develop the recognizer must read
 * neither this folder nor its pages.
 */
import type { PageSet } from '../pages/set.ts'
import { accountingBill, discountedBill, warehouseBill, worksheetBill } from './bills.ts'
import { facture, materialNote, transferOne, transferTwo } from './forms.ts'
import { bakeryNote, medicalNote, partsNote, signsNote, twoRowNote } from './lists.ts'
import {
  contractAct,
  contractList,
  electronicSlip,
  halfPage,
  salesNote,
  salesSlip,
  shelfNote,
  tillSlip,
} from './notes.ts'
import { contractBill, openOffer, reportingBill, webShopBill, wideBill } from './offers.ts'
import { carriage, plainTorg, sheetsTorg } from './torg.ts'
import { apartHopeless, apartWays } from './ways.ts'
import { apartWords } from './words.ts'

/**
 * The hold-out set. About half of its fonts have the letter widths of common office fonts; the others have different
 * widths.
 */
export const apart: PageSet = {
  words: apartWords,
  layouts: [
    accountingBill,
    transferOne,
    salesNote,
    sheetsTorg,
    webShopBill,
    medicalNote,
    signsNote,
    reportingBill,
    tillSlip,
    transferTwo,
    discountedBill,
    contractList,
    bakeryNote,
    plainTorg,
    contractBill,
    salesSlip,
    facture,
    warehouseBill,
    partsNote,
    carriage,
    openOffer,
    electronicSlip,
    twoRowNote,
    wideBill,
    materialNote,
    worksheetBill,
    contractAct,
    halfPage,
    shelfNote,
  ],
  ways: apartWays,
  hopeless: apartHopeless,
  fonts: [
    'Liberation Sans',
    'Liberation Sans',
    'Liberation Sans',
    'Arimo',
    'Liberation Serif',
    'Tinos',
    'Carlito',
    'Carlito',
    'DejaVu Sans',
    'Nimbus Sans',
    'Nimbus Sans',
    'Nimbus Roman',
    'Lato',
    'Cantarell',
    'Andika',
    'Tuffy',
    'STIXGeneral',
    'C059',
    'Gentium Plus',
  ],
  narrow: [
    'Liberation Sans Narrow',
    'Nimbus Sans Narrow',
    'Liberation Sans',
    'Arimo',
    'Tinos',
    'Carlito',
    'Nimbus Sans',
    'Lato',
  ],
  monospaced: ['Liberation Mono', 'Cousine', 'DejaVu Sans Mono', 'Nimbus Mono PS', 'PT Mono', 'Anonymous Pro'],
}
