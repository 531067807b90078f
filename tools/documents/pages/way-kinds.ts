/** The ways in which a page comes to be a picture, with their measures. */
import type { Range } from './pixels.ts'

/** A telephone's photograph. Lengths are parts of the picture's. */
export interface PhotoWay {
  readonly kind: 'photo'
  /** How high a letter is in the picture, in pixels of its em. */
  readonly em: Range
  readonly lean: Range
  readonly tilt: Range
  readonly fill: Range
  readonly curl: Range
  readonly folds: Range
  readonly fold: Range
  readonly slope: Range
  /** How bright all of it is, from 0 to 1. */
  readonly light?: Range
  readonly shadow?: 'hand' | 'telephone'
  readonly glare?: Range
  readonly blur: Range
  readonly grain: Range
  readonly quality: Range
  readonly desks: readonly (readonly [number, number, number])[]
  /** Another sheet peeps out from below. */
  readonly hasNeighbour?: boolean
  readonly turns?: readonly number[]
  /** The picture lies on its side, as telephones save it, and its label says so. */
  readonly isLabelled?: boolean
  /** Colours of the light: parts of red, green and blue. */
  readonly tints?: readonly (readonly [number, number, number])[]
  /** How far the telephone moved, in pixels. */
  readonly shake?: Range
  /** How many times smaller a messenger made the picture, which was saved as a JPEG before. */
  readonly shrunk?: Range
}

export interface ScanWay {
  readonly kind: 'scan'
  readonly em: Range
  readonly angle: Range
  readonly blur: Range
  readonly grain: Range
  readonly quality: Range
  readonly isGrey: boolean
  /** Paper's grey and ink's, from 0 to 255. */
  readonly paper: Range
  readonly ink: Range
  readonly turns?: readonly number[]
  /** How many times larger a program made the picture afterwards. */
  readonly enlarged?: Range
}

export interface FaxWay {
  readonly kind: 'fax'
  readonly lines: 98 | 196
  readonly angle: Range
  readonly specks: Range
}

export interface CopyWay {
  readonly kind: 'copy'
  readonly em: Range
  readonly generations: Range
  readonly blur: Range
  readonly angle: Range
  readonly specks: Range
  readonly isBitonal: boolean
}

export interface NeedleWay {
  readonly kind: 'needles'
  /** Dots an inch that the needles print. */
  readonly dots: readonly [across: number, down: number]
  readonly fade: Range
  readonly angle: Range
  readonly dpi: number
}

export interface ScreenWay {
  readonly kind: 'screen'
  readonly em: Range
  readonly bar: readonly [number, number, number]
  readonly ground: readonly [number, number, number]
  readonly isJpeg: boolean
}

export type Way = PhotoWay | ScanWay | FaxWay | CopyWay | NeedleWay | ScreenWay
