/** What the first screen does without: it is loaded a moment later, or when somebody presses its place. */
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { loadPart, reloadIfItHelps } from './load-code.ts'

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

/**
 * A component that stands in for a heavier one, such as a button for its menu. While that does not come, as without a connection, it
 * stays: a page is not lost for its menus.
 */
export function afterFirstScreen<Props extends object>({ load, standIn }: StandIn<Props>): ComponentType<Props> {
  let known: ComponentType<Props & Opening> | null = null
  return function AfterFirstScreen(props: Props) {
    const [Loaded, setLoaded] = useState(() => known)
    const [isPressed, setPressed] = useState(false)
    const bring = useCallback(async () => {
      known = await loadPart(load)
      setLoaded(() => known)
    }, [])
    useEffect(() => {
      if (Loaded !== null) return
      const bringOrWait = () => void bring().catch(() => undefined)
      const timer = setTimeout(bringOrWait, SOON_MS)
      window.addEventListener('online', bringOrWait)
      return () => {
        clearTimeout(timer)
        window.removeEventListener('online', bringOrWait)
      }
    }, [Loaded, bring])
    const press = () => {
      setPressed(true)
      bring().catch(() => {
        setPressed(false)
        void reloadIfItHelps()
      })
    }
    return Loaded === null ? standIn(props, press) : <Loaded {...props} isOpenedAtFirst={isPressed} />
  }
}
