/**
 * Components that the first screen does not need. Their code is loaded shortly after that screen is shown, or when the
 * user presses the placeholder shown until then.
 */
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { loadPart, reloadIfItHelps } from './load-code.ts'

/** When to load the component's code. By then the first screen has been rendered, so loading does not delay it. */
const SOON_MS = 1_500

interface Opening {
  /**
   * Whether the user pressed the placeholder before the component was loaded. If so, the component is opened when it
   * appears.
   */
  readonly isOpenedAtFirst: boolean
}

interface StandIn<Props> {
  readonly load: () => Promise<ComponentType<Props & Opening>>
  /** Renders the placeholder that is shown until the component is loaded. */
  readonly standIn: (props: Props, press: () => void) => ReactNode
}

/**
 * Shows a light placeholder, such as a button, until the code of a heavier component, such as its menu, is loaded. If
 * loading fails, for example offline, the placeholder stays and the page keeps working.
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
