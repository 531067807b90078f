/** A hand scanner types like a keyboard and ends with Enter: its codes are taken wherever the focus is. */
import { useEffect, useRef } from 'react'

/** A pause after which what was typed before is forgotten: somebody leant on the keys. */
const FORGET_MS = 2_000
/** In a field for a figure: no quantity is that long. */
const SHORTEST_IN_FIELD = 8

/** A field with this attribute takes codes by itself. */
export const TAKES_CODES = { 'data-takes-codes': '' } as const

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

/** Tells of each code. In a field for a figure the code is told too, and `onSpoilt` says that the field must forget it. */
export function useWedge(onCode: (code: string) => void, onSpoilt: () => void): void {
  const latest = useRef({ onCode, onSpoilt })
  latest.current = { onCode, onSpoilt }
  useEffect(() => {
    let typed = ''
    let last = 0
    const listen = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const isOwn = target instanceof HTMLElement && target.dataset.takesCodes !== undefined
      if (isOwn || ctrlKey || metaKey || altKey || event.isComposing) return
      if (event.timeStamp - last > FORGET_MS) typed = ''
      last = event.timeStamp
      if (key.length === 1) {
        // A space would press the button that has the focus.
        if (!isField(target) && key === ' ' && typed !== '') event.preventDefault()
        if (key !== ' ' || typed !== '') typed += key
        return
      }
      if (key === 'Shift') return
      const code = typed.trim()
      typed = ''
      if (key !== 'Enter' || code === '') return
      if (isField(target) && code.length < SHORTEST_IN_FIELD) return
      // Nor is the button pressed, or the form sent.
      event.preventDefault()
      event.stopPropagation()
      if (isField(target)) latest.current.onSpoilt()
      latest.current.onCode(code)
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [])
}
