/** Components that a record definition names. Their code is loaded when they are first shown. */
import type { ComponentType, ReactNode } from 'react'
import { lazyPart } from '../../components/lazy-part.tsx'

type Load<Props> = () => Promise<ComponentType<Props>>

const PARTS = new WeakMap<object, unknown>()

/**
 * Returns the component that a definition loads on demand; every call returns the same component. `waiting` is shown
 * while it loads.
 */
export function loadedPart<Props extends object>(load: Load<Props>, waiting: ReactNode = null): ComponentType<Props> {
  const part = (PARTS.get(load) as ComponentType<Props> | undefined) ?? lazyPart(load, { waiting })
  PARTS.set(load, part)
  return part
}
