/**
 * The ways in which pages of the hold-out set are photographed or scanned, and damaged. They imitate the kinds of files
 * that shops send in 2026.
 */
import type { Layout } from '../pages/html.ts'
import type { NamedWay } from '../pages/set.ts'
import type { PhotoWay, ScanWay } from '../pages/way-kinds.ts'

const isSheet = ({ paper }: Layout) => paper.startsWith('a')
const isUpright = ({ paper }: Layout) => paper === 'a4' || paper === 'a5'
const isTill = ({ paper }: Layout) => paper.startsWith('till')
const isSigns = (layout: Layout) => layout.fonts === 'mono' && !isTill(layout)
const isPlainSheet = (layout: Layout) => isSheet(layout) && !isSigns(layout)

const PHOTO: PhotoWay = {
  kind: 'photo',
  em: [17, 30],
  lean: [0.004, 0.028],
  tilt: [0, 3.5],
  fill: [0.82, 0.98],
  curl: [0, 0.003],
  folds: [0, 1],
  fold: [0, 0.002],
  slope: [0.06, 0.3],
  blur: [0.35, 0.75],
  grain: [1.5, 5],
  quality: [68, 92],
  desks: [
    [186, 160, 128],
    [228, 226, 222],
    [58, 54, 52],
    [96, 70, 48],
    [128, 134, 140],
    [70, 84, 110],
  ],
}

/** The colours of light: a yellow lamp, a shop's cold fluorescent tubes, a grey sky. */
const LIGHTS = [
  [1, 0.93, 0.76],
  [0.9, 0.98, 1],
  [0.95, 0.97, 1],
  [1, 0.96, 0.87],
] as const

const SCAN: ScanWay = {
  kind: 'scan',
  em: [16, 34],
  angle: [0, 1.2],
  blur: [0.3, 0.6],
  grain: [0.5, 4],
  quality: [52, 88],
  isGrey: false,
  paper: [236, 255],
  ink: [0, 50],
}

export const apartWays: readonly NamedWay[] = [
  { name: 'scan', share: 11, way: SCAN },
  { name: 'scan, grey', share: 4, way: { ...SCAN, isGrey: true, em: [17, 28] } },
  { name: 'scan, turned', share: 3, way: { ...SCAN, turns: [90, 180, 270] }, fits: isSheet },
  { name: 'scan, skewed', share: 5, way: { ...SCAN, angle: [1.5, 3.8] } },
  { name: 'scan, pale', share: 4, way: { ...SCAN, em: [17, 28], paper: [222, 244], ink: [105, 140] } },
  { name: 'scan, coarse', share: 4, way: { ...SCAN, em: [13, 15], grain: [0, 2], quality: [66, 85] } },
  { name: 'photo', share: 9, way: { ...PHOTO, em: [17, 40] } },
  { name: 'photo, by lamp light', share: 4, way: { ...PHOTO, tints: LIGHTS, slope: [0.2, 0.45] } },
  {
    name: 'photo, leaning',
    share: 4,
    way: { ...PHOTO, em: [20, 32], lean: [0.05, 0.09], tilt: [1, 8], fill: [0.74, 0.88] },
  },
  { name: 'photo, curved', share: 4, way: { ...PHOTO, em: [19, 32], curl: [0.007, 0.015] } },
  { name: 'photo, crumpled', share: 3, way: { ...PHOTO, em: [22, 34], folds: [8, 14], fold: [0.006, 0.013] } },
  { name: 'photo, folded', share: 3, way: { ...PHOTO, em: [20, 32], folds: [2, 4], fold: [0.012, 0.018] } },
  { name: 'photo, shadow of a hand', share: 3, way: { ...PHOTO, shadow: 'hand' } },
  { name: 'photo, shadow of a telephone', share: 3, way: { ...PHOTO, shadow: 'telephone', slope: [0.2, 0.45] } },
  { name: 'photo, glare', share: 3, way: { ...PHOTO, glare: [0.45, 0.7] } },
  {
    name: 'photo, dim',
    share: 3,
    way: { ...PHOTO, em: [20, 32], light: [0.32, 0.5], grain: [5, 8], quality: [60, 82] },
  },
  {
    name: 'photo, blurred and noisy',
    share: 3,
    way: { ...PHOTO, em: [24, 36], blur: [1, 1.6], grain: [6, 11], quality: [42, 62] },
  },
  { name: 'photo, shaken', share: 2, way: { ...PHOTO, em: [24, 34], shake: [2.5, 4.5] } },
  { name: 'photo, turned', share: 3, way: { ...PHOTO, turns: [90, 180, 270] }, fits: isSheet },
  { name: 'photo, turned by its label', share: 2, way: { ...PHOTO, isLabelled: true }, fits: isUpright },
  {
    name: 'photo, large',
    share: 8,
    way: { ...PHOTO, em: [42, 70], fill: [0.9, 0.97], tilt: [0, 1.5], quality: [76, 88] },
    fits: (layout) => isUpright(layout) && layout.size[0] >= 8.4,
  },
  {
    name: 'photo, sent on by a messenger',
    share: 5,
    way: { ...PHOTO, em: [27, 31], shrunk: [1.9, 2.1], quality: [72, 86] },
  },
  { name: 'photo, two papers', share: 2, way: { ...PHOTO, em: [18, 28], hasNeighbour: true }, fits: isUpright },
  {
    name: 'photo of a slip',
    share: 30,
    way: { ...PHOTO, em: [18, 32], curl: [0.004, 0.012], fold: [0.002, 0.008], folds: [1, 5] },
    fits: isTill,
  },
  {
    name: 'fax, fine',
    share: 11,
    way: { kind: 'fax', lines: 196, angle: [0, 0.9], specks: [20, 160] },
    fits: (layout) => isUpright(layout) && layout.size[0] >= 8.4,
  },
  {
    name: 'fax, coarse',
    share: 6,
    way: { kind: 'fax', lines: 98, angle: [0, 0.5], specks: [10, 70] },
    fits: (layout) => isUpright(layout) && layout.size[0] >= 8.8,
  },
  {
    name: 'copy of a copy',
    share: 4,
    way: {
      kind: 'copy',
      em: [21, 32],
      generations: [2, 3],
      blur: [0.4, 0.7],
      angle: [0, 0.9],
      specks: [40, 180],
      isBitonal: false,
    },
  },
  {
    name: 'copy, black and white',
    share: 3.5,
    way: {
      kind: 'copy',
      em: [22, 34],
      generations: [1, 2],
      blur: [0.35, 0.65],
      angle: [0, 0.8],
      specks: [20, 100],
      isBitonal: true,
    },
  },
  {
    name: 'screenshot',
    share: 5,
    way: { kind: 'screen', em: [12.5, 20], bar: [250, 250, 250], ground: [222, 224, 228], isJpeg: false },
    fits: isPlainSheet,
  },
  {
    name: 'screenshot, sent on',
    share: 4,
    way: { kind: 'screen', em: [14, 20], bar: [38, 44, 52], ground: [24, 26, 30], isJpeg: true },
    fits: isPlainSheet,
  },
  {
    name: 'needles, 24',
    share: 70,
    way: { kind: 'needles', dots: [180, 180], fade: [25, 85], angle: [0, 0.9], dpi: 220 },
    fits: isSigns,
  },
  {
    name: 'needles, 9',
    share: 60,
    way: { kind: 'needles', dots: [120, 144], fade: [30, 75], angle: [0, 0.6], dpi: 200 },
    fits: isSigns,
  },
]

export const apartHopeless: readonly NamedWay[] = [
  { name: 'hopeless: far too small', share: 1, way: { ...PHOTO, em: [3.2, 4.2] } },
  { name: 'hopeless: blurred', share: 1, way: { ...PHOTO, em: [16, 24], blur: [6.5, 9] } },
  { name: 'hopeless: dark', share: 1, way: { ...PHOTO, em: [12, 16], light: [0.03, 0.05], grain: [9, 12] } },
  { name: 'hopeless: shaken', share: 1, way: { ...PHOTO, em: [16, 22], shake: [26, 36] } },
]
