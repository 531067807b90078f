/** Short messages that disappear by themselves, optionally with an undo button. */
import { Button } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { lazyPart, MissingPartContext } from './lazy-part.tsx'
import { loadPart } from './load-code.ts'
import classes from './toast.module.css'
import type { Undo } from './toasts.tsx'

interface Plain {
  readonly text: string
  readonly undo: Undo | undefined
}

const PLAIN_MS = 10_000

const load = () => import('./toasts.tsx')
const Toasts = lazyPart(async () => (await load()).Toasts)
let isAsked = false
/** The last message, shown without styling if the code that normally shows messages cannot be loaded. */
let plain: Plain | null = null
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

/** Shows a short message. The first message causes the code for showing messages to be loaded. */
export function toast(text: string, undo?: Undo): void {
  isAsked = true
  tell()
  loadPart(load).then(
    ({ showToast }) => showToast(text, undo),
    () => showPlainly({ text, undo }),
  )
}

function showPlainly(message: Plain | null): void {
  plain = message
  tell()
  if (message !== null) setTimeout(() => plain === message && showPlainly(null), PLAIN_MS)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const Nothing = () => null

/** The place where short messages appear. It renders nothing before the first message. */
export function ToastPlace() {
  const isWanted = useSyncExternalStore(subscribe, () => isAsked)
  const message = useSyncExternalStore(subscribe, () => plain)
  if (!isWanted) return null
  return (
    <MissingPartContext value={Nothing}>
      <Toasts />
      {message !== null && <PlainToast {...message} />}
    </MissingPartContext>
  )
}

function PlainToast({ text, undo }: Plain) {
  return (
    <div role="status" className={classes.plain}>
      {text}
      {undo !== undefined && (
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            showPlainly(null)
            undo.run()
          }}
        >
          {undo.label}
        </Button>
      )}
    </div>
  )
}
