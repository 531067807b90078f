/** The ways in which pages of the practice set are photographed or scanned, and damaged. */
import type { Layout } from '../pages/html.ts'
import type { NamedWay } from '../pages/set.ts'
import type { PhotoWay } from '../pages/way-kinds.ts'

const isSheet = ({ paper }: Layout) => paper.startsWith('a')
const isUpright = ({ paper }: Layout) => paper === 'a4' || paper === 'a5'
const isPlain = ({ fonts }: Layout) => fonts !== 'mono'

const PHOTO: PhotoWay = {
  kind: 'photo',
  em: [18, 30],
  lean: [0.01, 0.035],
  tilt: [0, 3],
  fill: [0.84, 0.95],
  curl: [0, 0.002],
  folds: [0, 0],
  fold: [0, 0],
  slope: [0.05, 0.25],
  blur: [0.3, 0.7],
  grain: [1, 4],
  quality: [72, 92],
  desks: [
    [92, 70, 52],
    [120, 112, 104],
    [58, 60, 66],
    [170, 150, 120],
  ],
}

export const practiceWays: readonly NamedWay[] = [
  {
    name: 'scan',
    share: 14,
    way: {
      kind: 'scan',
      em: [17, 28],
      angle: [0, 1.2],
      blur: [0.3, 0.6],
      grain: [1, 4],
      quality: [60, 88],
      isGrey: true,
      paper: [236, 253],
      ink: [5, 45],
    },
  },
  {
    name: 'scan, turned',
    share: 4,
    way: {
      kind: 'scan',
      em: [18, 26],
      angle: [0, 1],
      blur: [0.3, 0.6],
      grain: [1, 4],
      quality: [60, 88],
      isGrey: true,
      paper: [240, 253],
      ink: [5, 40],
      turns: [90, 180, 270],
    },
    fits: isSheet,
  },
  {
    name: 'scan, pale',
    share: 4,
    way: {
      kind: 'scan',
      em: [18, 26],
      angle: [0, 1],
      blur: [0.4, 0.7],
      grain: [2, 5],
      quality: [60, 80],
      isGrey: true,
      paper: [225, 245],
      ink: [90, 125],
    },
  },
  {
    name: 'scan, skewed',
    share: 5,
    way: {
      kind: 'scan',
      em: [18, 26],
      angle: [2, 4.5],
      blur: [0.3, 0.6],
      grain: [1, 4],
      quality: [65, 88],
      isGrey: false,
      paper: [238, 252],
      ink: [5, 40],
    },
  },
  { name: 'photo', share: 12, way: PHOTO },
  { name: 'photo, leaning', share: 8, way: { ...PHOTO, lean: [0.05, 0.085], tilt: [2, 7], fill: [0.75, 0.88] } },
  { name: 'photo, curved', share: 7, way: { ...PHOTO, curl: [0.006, 0.014] } },
  { name: 'photo, crumpled', share: 7, way: { ...PHOTO, em: [21, 32], folds: [7, 12], fold: [0.006, 0.013] } },
  { name: 'photo, shadow of a hand', share: 7, way: { ...PHOTO, shadow: 'hand' } },
  { name: 'photo, shadow of a telephone', share: 5, way: { ...PHOTO, shadow: 'telephone', slope: [0.2, 0.45] } },
  { name: 'photo, glare', share: 5, way: { ...PHOTO, glare: [0.45, 0.7] } },
  {
    name: 'photo, blurred and noisy',
    share: 6,
    way: { ...PHOTO, em: [22, 34], blur: [1, 1.5], grain: [6, 11], quality: [45, 65] },
  },
  { name: 'photo, turned', share: 5, way: { ...PHOTO, turns: [90, 180, 270] }, fits: isSheet },
  { name: 'photo, large', share: 3, way: { ...PHOTO, em: [50, 62], quality: [78, 88] }, fits: isUpright },
  { name: 'photo, two papers', share: 2, way: { ...PHOTO, hasNeighbour: true }, fits: isUpright },
  {
    name: 'fax, fine',
    share: 5,
    way: { kind: 'fax', lines: 196, angle: [0, 0.8], specks: [20, 120] },
    fits: (layout) => isUpright(layout) && layout.size[0] >= 8,
  },
  {
    name: 'fax, coarse',
    share: 2,
    way: { kind: 'fax', lines: 98, angle: [0, 0.5], specks: [10, 60] },
    fits: (layout) => isUpright(layout) && layout.size[0] >= 9,
  },
  {
    name: 'copy of a copy',
    share: 6,
    way: {
      kind: 'copy',
      em: [20, 28],
      generations: [2, 2],
      blur: [0.5, 0.8],
      angle: [0, 0.8],
      specks: [40, 160],
      isBitonal: false,
    },
  },
  {
    name: 'copy, black and white',
    share: 5,
    way: {
      kind: 'copy',
      em: [22, 30],
      generations: [1, 2],
      blur: [0.4, 0.7],
      angle: [0, 0.7],
      specks: [20, 90],
      isBitonal: true,
    },
  },
  {
    name: 'screenshot',
    share: 6,
    way: { kind: 'screen', em: [12, 17], bar: [50, 54, 57], ground: [82, 86, 89], isJpeg: false },
    fits: (layout) => isSheet(layout) && isPlain(layout),
  },
  {
    name: 'needles, 24',
    share: 45,
    way: { kind: 'needles', dots: [180, 180], fade: [20, 70], angle: [0, 0.7], dpi: 240 },
    fits: (layout) => !isPlain(layout) && !layout.paper.startsWith('till'),
  },
  {
    name: 'needles, 9',
    share: 25,
    way: { kind: 'needles', dots: [120, 144], fade: [20, 70], angle: [0, 0.5], dpi: 220 },
    fits: (layout) => !isPlain(layout) && !layout.paper.startsWith('till'),
  },
]

export const practiceHopeless: readonly NamedWay[] = [
  { name: 'hopeless: far too small', share: 1, way: { ...PHOTO, em: [4.6, 5.4] } },
  { name: 'hopeless: blurred', share: 1, way: { ...PHOTO, em: [18, 22], blur: [6.5, 8] } },
  {
    name: 'hopeless: dark',
    share: 1,
    way: { ...PHOTO, em: [12, 14], light: [0.035, 0.05], slope: [0.1, 0.3], grain: [9, 12] },
  },
]
