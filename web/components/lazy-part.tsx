/** Parts of a page whose code comes when they are first drawn. What does not come is told of in its place: the page around it stays. */
import { type ComponentType, createContext, type ReactNode, use, useCallback, useEffect, useState } from 'react'
import { isAway, loadPart } from './load-code.ts'

/** In the page, over the page, or by a field that can be typed into. */
export type PartPlace = 'page' | 'dialog' | 'field'

export interface MissingPartProps {
  readonly place: PartPlace
  /** There is no connection; else a new page must ask for it. */
  readonly isAway: boolean
  readonly isTrying: boolean
  readonly onRetry: () => void
  /** Those of the part. */
  readonly part: { readonly id?: string; readonly onClose?: () => void; readonly onLeave?: () => void }
}

/** What tells of a part that did not come: these components have no texts of their own. */
export const MissingPart = createContext<ComponentType<MissingPartProps>>(() => null)

interface Way {
  /** Its shape until it is there. */
  readonly waiting?: ReactNode
  readonly place?: PartPlace
}

/** So often it is looked whether the connection is back. */
const LOOK_AGAIN_MS = 3_000

/** A component whose code comes when it is first drawn. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = null, place = 'page' }: Way = {},
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null
  return function LazyPart(props: Props) {
    const [Loaded, setLoaded] = useState(() => known)
    const [failure, setFailure] = useState<unknown>(null)
    const [isTrying, setTrying] = useState(false)
    const Missing = use(MissingPart)
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
    // Not by a field: what then took the focus would swallow what is being typed.
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
