/** Makes components of parts that a record definition names. The code of a part is loaded when it is first shown. */
import type { ComponentType, ReactNode } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

const PARTS = new WeakMap<object, unknown>()

/**
 * Returns the component for a part that a definition loads on demand. Every call returns the same component. `waiting`
 * is what to show while the part is loading.
 */
export function loadedPart<Props extends object>(load: Load<Props>, waiting: ReactNode = null): ComponentType<Props> {
  const part = (PARTS.get(load) as ComponentType<Props> | undefined) ?? lazyPart(load, { waiting })
  PARTS.set(load, part)
  return part
}
