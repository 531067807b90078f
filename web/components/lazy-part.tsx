/**
 * Parts of a page whose code is loaded when they are first rendered. If loading fails, a message appears in place of
 * the part, and the rest of the page stays.
 */
import { type ComponentType, createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { isAway, loadPart } from './load-code.ts'

/** Where the part is shown: in the page, as a dialog, or next to a field that the user is editing. */
export type PartPlace = 'page' | 'dialog' | 'field'

export interface MissingPartProps {
  readonly place: PartPlace
  /** Whether loading failed because there is no connection. If false, only reloading the page can help. */
  readonly isAway: boolean
  readonly isTrying: boolean
  readonly onRetry: () => void
  /** Those props of the part that could not be loaded which the message needs. */
  readonly part: { readonly id?: string; readonly onClose?: () => void; readonly onLeave?: () => void }
}

/**
 * The component shown instead of a part that could not be loaded. The app provides it, because the components in this
 * folder contain no texts.
 */
export const MissingPartContext = createContext<ComponentType<MissingPartProps>>(() => null)

interface Way {
  /** What to show until the code of the part is loaded. */
  readonly waiting?: ReactNode
  readonly place?: PartPlace
}

/** How often, in milliseconds, to check whether the connection is back. */
const LOOK_AGAIN_MS = 3_000

/** Makes a component whose code is loaded when it is first rendered. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, place = 'page' }: Way = {},
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null
  return function LazyPart(props: Props) {
    const [Loaded, setLoaded] = useState(() => known)
    const [failure, setFailure] = useState<unknown>(null)
    const [isTrying, setTrying] = useState(false)
    const Missing = use(MissingPartContext)
    const bring = useCallback(async () => {
      setTrying(true)
      try {
        known = await loadPart(load)
        setLoaded(() => known)
      } catch (error) {
        setFailure(error)
      }
      setTrying(false)
    }, [])
    useEffect(() => {
      if (Loaded === null) void bring()
    }, [Loaded, bring])
    // Next to a field, do not retry automatically: the part might take the focus while the user is typing.
    useLookAgain(Loaded === null && isAway(failure) && place !== 'field', bring)
    if (Loaded !== null) return <Loaded {...props} />
    if (failure === null) return waiting
    return (
      <Missing place={place} isAway={isAway(failure)} isTrying={isTrying} onRetry={() => void bring()} part={props} />
    )
  }
}

function useLookAgain(isWanted: boolean, look: () => Promise<void>): void {
  useEffect(() => {
    if (!isWanted) return
    const timer = setInterval(look, LOOK_AGAIN_MS)
    window.addEventListener('online', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', look)
    }
  }, [isWanted, look])
}
