/** More than one paper in a picture: told by the empty strip between their texts, whatever they lie on. */
import type { Component } from './components.ts'
import type { Size } from './places.ts'
import { quantileOf } from './raster.ts'

/** `both`: two papers of about the same size; otherwise which one is a neighbour of which only a part is seen. */
export interface Parting {
  readonly neighbour: 'both' | 'left' | 'right'
  /** x of the strip's middle at some height. */
  at(y: number): number
}

/** Narrower strips, in heights of a letter, part columns. */
const LEAST_GAP = 3
/** A strip leans no more than this; sheets that lie beside each other are turned each in its own way. */
const LEANS = [-0.12, -0.09, -0.06, -0.03, 0, 0.03, 0.06, 0.09, 0.12]
/** A paper has so many letters; fewer are a stamp or a note on the margin. */
const LEAST_LETTERS = 60
/** Lines of a text have so many letters close together; columns of figures have not. */
const LETTERS_OF_A_LINE = 16
const LEAST_LINES = 2
/** Of the other's width: what is narrower is a part of a paper. */
const WHOLE = 0.5

/** Where a strip without a letter parts two texts over the whole height of both; null for one paper. */
export function partingOf(letters: readonly Component[], { width, height }: Size): Parting | null {
  if (letters.length < 2 * LEAST_LETTERS) return null
  const size = quantileOf(
    letters.map((one) => one.bottom - one.top),
    0.5,
  )
  let best: { lean: number; from: number; to: number } | null = null
  for (const lean of LEANS)
    for (const [from, to] of gapsOf(letters, lean, height)) {
      if (to - from < LEAST_GAP * size || (best !== null && to - from <= best.to - best.from)) continue
      const middle = (from + to) / 2
      const isLeft = (one: Component) => uprightX(one, lean, height) < middle
      const sides = [letters.filter(isLeft), letters.filter((one) => !isLeft(one))]
      if (sides.every((side) => isText(side, size))) best = { lean, from, to }
    }
  if (best === null) return null
  const { lean, from, to } = best
  const xs = letters.map((one) => uprightX(one, lean, height))
  const [first, last] = [quantileOf(xs, 0.005), quantileOf(xs, 0.995)]
  const [left, right] = [from - first, last - to]
  const at = (y: number) => Math.min(width, Math.max(0, (from + to) / 2 + lean * (y - height / 2)))
  const neighbour = left < WHOLE * right ? 'left' : right < WHOLE * left ? 'right' : 'both'
  return { neighbour, at }
}

const uprightX = (one: Component, lean: number, height: number) =>
  (one.left + one.right) / 2 - lean * ((one.top + one.bottom) / 2 - height / 2)

/** The spans, upright but for a lean, in which no letter is. */
function gapsOf(letters: readonly Component[], lean: number, height: number): [from: number, to: number][] {
  const spans = letters
    .map((one) => {
      const half = (one.right - one.left) / 2
      const middle = uprightX(one, lean, height)
      return [middle - half, middle + half] as const
    })
    .sort((a, b) => a[0] - b[0])
  const gaps: [number, number][] = []
  let end = spans[0]![1]
  for (const [left, right] of spans) {
    if (left > end) gaps.push([end, left])
    end = Math.max(end, right)
  }
  return gaps
}

/** Many letters, some of them in lines. */
function isText(letters: readonly Component[], size: number): boolean {
  if (letters.length < LEAST_LETTERS) return false
  const sorted = [...letters].sort((a, b) => a.left - b.left)
  const lines: { right: number; middle: number; count: number }[] = []
  for (const { left, right, top, bottom } of sorted) {
    const middle = (top + bottom) / 2
    const line = lines.find((one) => left - one.right < 1.5 * size && Math.abs(one.middle - middle) < 0.6 * size)
    if (line === undefined) lines.push({ right, middle, count: 1 })
    else Object.assign(line, { right, middle, count: line.count + 1 })
  }
  return lines.filter((one) => one.count >= LETTERS_OF_A_LINE).length >= LEAST_LINES
}
