/** What the first screen does without: it is loaded a moment later, or when somebody presses its place. */
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react'
import { lazyPart } from './load-code.ts'

/** By then the first screen is there. */
const SOON_MS = 1_500

interface Opening {
  /** It was pressed before it was there: it opens at once. */
  readonly isOpenedAtFirst: boolean
}

interface StandIn<Props> {
  readonly load: () => Promise<ComponentType<Props & Opening>>
  /** What is in its place until it is there. */
  readonly standIn: (props: Props, press: () => void) => ReactNode
}

/** A component that stands in for a heavier one, such as a button for its menu. */
export function afterFirstScreen<Props extends object>({ load, standIn }: StandIn<Props>): ComponentType<Props> {
  const Loaded = lazyPart(load)
  return function AfterFirstScreen(props: Props) {
    const [isDue, setDue] = useState(false)
    const [isPressed, setPressed] = useState(false)
    useEffect(() => {
      const timer = setTimeout(() => setDue(true), SOON_MS)
      return () => clearTimeout(timer)
    }, [])
    const press = () => {
      setPressed(true)
      setDue(true)
    }
    const place = standIn(props, press)
    if (!isDue) return place
    return (
      <Suspense fallback={place}>
        <Loaded {...props} isOpenedAtFirst={isPressed} />
      </Suspense>
    )
  }
}
