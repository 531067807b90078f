/** A short message that goes by itself, with one thing that can be taken back. */
import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart, loadCode } from './load-code.ts'

export interface Undo {
  readonly label: string
  readonly run: () => void
}

const load = () => loadCode(() => import('./toasts.tsx'))
const Toasts = lazyPart(async () => (await load()).Toasts)
let isAsked = false
const listeners = new Set<() => void>()

/** Shows a message; what shows messages is loaded with the first of them. */
export function toast(text: string, undo?: Undo): void {
  isAsked = true
  for (const listener of listeners) listener()
  void load().then(({ showToast }) => showToast(text, undo))
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where messages appear, once there is one. */
export function ToastPlace() {
  const isWanted = useSyncExternalStore(subscribe, () => isAsked)
  if (!isWanted) return null
  return (
    <Suspense>
      <Toasts />
    </Suspense>
  )
}
