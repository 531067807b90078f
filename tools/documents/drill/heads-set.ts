/**
 * A set of pages with one plain table and many kinds of headers, used to find and fix misread numbers, dates and
 * suppliers.
 */
import type { NamedWay, PageSet } from '../pages/set.ts'
import type { PhotoWay, ScanWay } from '../pages/way-kinds.ts'
import { asideLayouts } from './aside.ts'
import { billLayouts } from './bills.ts'
import { formLayouts } from './forms.ts'
import { noteLayouts } from './notes.ts'
import { drillWords } from './words.ts'

const SCAN: ScanWay = {
  kind: 'scan',
  em: [17, 26],
  angle: [0, 1.5],
  blur: [0.3, 0.65],
  grain: [1, 4],
  quality: [60, 88],
  isGrey: true,
  paper: [232, 252],
  ink: [10, 70],
}

const PHOTO: PhotoWay = {
  kind: 'photo',
  em: [17, 28],
  lean: [0.005, 0.04],
  tilt: [0, 4],
  fill: [0.8, 0.96],
  curl: [0, 0.005],
  folds: [0, 3],
  fold: [0, 0.006],
  slope: [0.08, 0.35],
  blur: [0.4, 0.95],
  grain: [1.5, 6],
  quality: [60, 88],
  desks: [
    [96, 84, 70],
    [182, 178, 170],
    [48, 52, 60],
  ],
}

const ways: readonly NamedWay[] = [
  { name: 'scan', share: 30, way: SCAN },
  { name: 'scan, pale', share: 8, way: { ...SCAN, paper: [225, 245], ink: [90, 130] } },
  { name: 'photo', share: 34, way: PHOTO },
  { name: 'photo, shadow of a hand', share: 8, way: { ...PHOTO, shadow: 'hand' } },
  {
    name: 'copy, black and white',
    share: 10,
    way: {
      kind: 'copy',
      em: [20, 28],
      generations: [1, 2],
      blur: [0.4, 0.7],
      angle: [0, 0.8],
      specks: [20, 90],
      isBitonal: true,
    },
  },
  { name: 'fax, fine', share: 10, way: { kind: 'fax', lines: 196, angle: [0, 0.7], specks: [20, 100] } },
]

export const drillHeads: PageSet = {
  words: drillWords,
  layouts: [...billLayouts, ...formLayouts, ...noteLayouts, ...asideLayouts],
  ways,
  hopeless: [{ name: 'hopeless: blurred', share: 1, way: { ...PHOTO, blur: [6.5, 8] } }],
  fonts: [
    'Liberation Sans',
    'Liberation Serif',
    'Carlito',
    'PT Sans',
    'PT Serif',
    'Roboto',
    'DejaVu Sans',
    'Open Sans',
  ],
  narrow: ['PT Sans'],
  monospaced: ['Liberation Mono'],
}
