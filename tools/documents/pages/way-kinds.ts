/** The ways in which a page becomes a picture, with their parameters. */
import type { Range } from './pixels.ts'

/** A phone's photo of a page. Lengths are fractions of the picture's size, unless stated otherwise. */
export interface PhotoWay {
  readonly kind: 'photo'
  /** The font size in the picture, in pixels per em. */
  readonly em: Range
  readonly lean: Range
  readonly tilt: Range
  readonly fill: Range
  readonly curl: Range
  readonly folds: Range
  readonly fold: Range
  readonly slope: Range
  /** The brightness of the whole picture, from 0 to 1. */
  readonly light?: Range
  readonly shadow?: 'hand' | 'telephone'
  readonly glare?: Range
  readonly blur: Range
  readonly grain: Range
  readonly quality: Range
  readonly desks: readonly (readonly [number, number, number])[]
  /** Whether the picture shows part of another sheet beside the page. */
  readonly hasNeighbour?: boolean
  readonly turns?: readonly number[]
  /** Whether the picture is stored sideways, as phones store it, with the rotation in its EXIF data. */
  readonly isLabelled?: boolean
  /** The possible colours of the light, as factors for red, green and blue. */
  readonly tints?: readonly (readonly [number, number, number])[]
  /** The length of the motion blur from a shaking phone, in pixels. */
  readonly shake?: Range
  /** The factor by which a messenger shrank the picture after it was saved as a JPEG. */
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
  /** The grey values of the paper and of the ink (the next field), from 0 (black) to 255 (white). */
  readonly paper: Range
  readonly ink: Range
  readonly turns?: readonly number[]
  /** The factor by which a program enlarged the picture afterwards. */
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
  /** The printer's resolution in dots per inch. */
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
