/** The data and functions that all pages of the warehouse floor use. */
import { createContext, useContext } from 'react'
import type { KnownProducts } from '../../data/floor/known-products.ts'
import type { WaitingLine } from '../../data/floor/waiting-line.ts'
import type { Outcome } from './sounds.ts'

export interface Floor {
  readonly owner: string
  readonly line: WaitingLine
  readonly known: KnownProducts
  readonly isAway: boolean
  /** Shows a message on screen, has screen readers announce the message, and plays the sound for the outcome. */
  tell(outcome: Outcome, text: string): void
}

export const FloorContext = createContext<Floor | null>(null)

export function useFloor(): Floor {
  const floor = useContext(FloorContext)
  if (floor === null) throw new Error('Used outside of the floor')
  return floor
}
