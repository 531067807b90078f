/** The ways in which pages of the rehearsal set are photographed or scanned, and damaged. */
import type { Layout } from '../pages/html.ts'
import type { NamedWay } from '../pages/set.ts'
import type { PhotoWay, ScanWay } from '../pages/way-kinds.ts'

const isSheet = ({ paper }: Layout) => paper.startsWith('a')
const isUpright = ({ paper }: Layout) => paper === 'a4' || paper === 'a5'
const isPlain = ({ fonts }: Layout) => fonts !== 'mono'
const isSigns = (layout: Layout) => !isPlain(layout)

const PHOTO: PhotoWay = {
  kind: 'photo',
  em: [17, 28],
  lean: [0.005, 0.03],
  tilt: [0, 4],
  fill: [0.8, 0.97],
  curl: [0, 0.003],
  folds: [0, 0],
  fold: [0, 0],
  slope: [0.08, 0.32],
  blur: [0.35, 0.8],
  grain: [1.5, 5],
  quality: [66, 90],
  desks: [
    [200, 196, 190],
    [74, 92, 80],
    [40, 38, 40],
    [150, 110, 72],
    [104, 122, 150],
  ],
}
const SCAN: ScanWay = {
  kind: 'scan',
  em: [16, 30],
  angle: [0, 1.5],
  blur: [0.3, 0.65],
  grain: [1, 5],
  quality: [55, 85],
  isGrey: false,
  paper: [232, 254],
  ink: [0, 55],
}

export const rehearsalWays: readonly NamedWay[] = [
  { name: 'scan', share: 13, way: SCAN },
  { name: 'scan, turned', share: 4, way: { ...SCAN, isGrey: true, turns: [90, 180, 270] }, fits: isSheet },
  { name: 'scan, pale', share: 4, way: { ...SCAN, em: [17, 27], paper: [218, 240], ink: [95, 130], isGrey: true } },
  { name: 'scan, skewed', share: 5, way: { ...SCAN, angle: [2.5, 5.5] } },
  { name: 'scan, coarse', share: 4, way: { ...SCAN, em: [13.5, 15.5], quality: [70, 88] } },
  { name: 'photo', share: 12, way: PHOTO },
  {
    name: 'photo, leaning',
    share: 8,
    way: { ...PHOTO, em: [19, 30], lean: [0.055, 0.095], tilt: [2, 9], fill: [0.72, 0.86] },
  },
  { name: 'photo, curved', share: 7, way: { ...PHOTO, em: [18, 30], curl: [0.007, 0.016] } },
  { name: 'photo, crumpled', share: 7, way: { ...PHOTO, em: [21, 34], folds: [9, 15], fold: [0.006, 0.014] } },
  { name: 'photo, folded', share: 3, way: { ...PHOTO, em: [19, 30], folds: [2, 3], fold: [0.014, 0.02] } },
  { name: 'photo, shadow of a hand', share: 6, way: { ...PHOTO, shadow: 'hand', slope: [0.1, 0.35] } },
  { name: 'photo, shadow of a telephone', share: 5, way: { ...PHOTO, shadow: 'telephone', slope: [0.25, 0.5] } },
  { name: 'photo, glare', share: 5, way: { ...PHOTO, glare: [0.5, 0.75] } },
  {
    name: 'photo, blurred and noisy',
    share: 6,
    way: { ...PHOTO, em: [23, 36], blur: [1.1, 1.7], grain: [7, 12], quality: [40, 60] },
  },
  {
    name: 'photo, dim',
    share: 4,
    way: { ...PHOTO, em: [20, 30], light: [0.34, 0.5], grain: [5, 8], quality: [60, 80] },
  },
  { name: 'photo, turned', share: 5, way: { ...PHOTO, turns: [90, 180, 270] }, fits: isSheet },
  { name: 'photo, turned by its label', share: 2, way: { ...PHOTO, isLabelled: true }, fits: isUpright },
  {
    name: 'photo, large',
    share: 3,
    way: { ...PHOTO, em: [68, 75], fill: [0.9, 0.96], tilt: [0, 1], quality: [78, 86] },
    fits: (layout) => isUpright(layout) && layout.size[0] >= 8.5,
  },
  { name: 'photo, small', share: 3, way: { ...PHOTO, em: [13.5, 15], blur: [0.3, 0.5], quality: [80, 92] } },
  { name: 'photo, two papers', share: 2, way: { ...PHOTO, em: [18, 26], hasNeighbour: true }, fits: isUpright },
  {
    name: 'fax, fine',
    share: 5,
    way: { kind: 'fax', lines: 196, angle: [0, 1], specks: [30, 180] },
    fits: (layout) => isUpright(layout) && layout.size[0] >= 8.5,
  },
  {
    name: 'fax, coarse',
    share: 2,
    way: { kind: 'fax', lines: 98, angle: [0, 0.6], specks: [10, 80] },
    fits: (layout) => isUpright(layout) && layout.size[0] >= 9,
  },
  {
    name: 'copy of a copy',
    share: 6,
    way: {
      kind: 'copy',
      em: [21, 30],
      generations: [2, 3],
      blur: [0.45, 0.7],
      angle: [0, 0.9],
      specks: [50, 200],
      isBitonal: false,
    },
  },
  {
    name: 'copy, black and white',
    share: 5,
    way: {
      kind: 'copy',
      em: [22, 32],
      generations: [1, 2],
      blur: [0.35, 0.7],
      angle: [0, 0.8],
      specks: [30, 110],
      isBitonal: true,
    },
  },
  {
    name: 'screenshot',
    share: 4,
    way: { kind: 'screen', em: [12.5, 18], bar: [240, 240, 242], ground: [200, 202, 206], isJpeg: false },
    fits: (layout) => isSheet(layout) && isPlain(layout),
  },
  {
    name: 'screenshot, sent on',
    share: 3,
    way: { kind: 'screen', em: [14, 20], bar: [32, 33, 36], ground: [40, 42, 46], isJpeg: true },
    fits: (layout) => isSheet(layout) && isPlain(layout),
  },
  {
    name: 'needles, 24',
    share: 60,
    way: { kind: 'needles', dots: [180, 180], fade: [30, 85], angle: [0, 0.9], dpi: 220 },
    fits: isSigns,
  },
  {
    name: 'needles, 9',
    share: 30,
    way: { kind: 'needles', dots: [120, 144], fade: [30, 75], angle: [0, 0.6], dpi: 200 },
    fits: isSigns,
  },
]

export const rehearsalHopeless: readonly NamedWay[] = [
  { name: 'hopeless: far too small', share: 1, way: { ...PHOTO, em: [3.4, 4.2] } },
  { name: 'hopeless: blurred', share: 1, way: { ...PHOTO, em: [16, 22], blur: [6.5, 9] } },
  { name: 'hopeless: dark', share: 1, way: { ...PHOTO, em: [12, 15], light: [0.03, 0.05], grain: [9, 12] } },
]
