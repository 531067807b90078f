/** A hand scanner types like a keyboard and ends with Enter: its codes are taken wherever the focus is. */
import { useEffect, useLayoutEffect, useRef } from 'react'

/** A pause after which what was typed before is forgotten: somebody leant on the keys. */
const FORGET_MS = 2_000
/** In a field for a figure: no quantity is that long. */
const SHORTEST_IN_FIELD = 8

/** A field with this attribute takes codes by itself. */
export const TAKES_CODES = { 'data-takes-codes': '' } as const

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement

interface Taker {
  onCode(code: string): void
  /** The code was typed into a field for a figure, which is to forget it. */
  onSpoilt(): void
}

/**
 * Listens for as long as the floor is open. What is scanned while the floor reads what it keeps waits for the screen that comes then:
 * were it the screen that listened, it would miss the first letters and take the rest for a code.
 */
export class Wedge {
  private typed = ''
  private last = 0
  private taker: Taker | null = null
  /** null: the floor is read, and what no screen takes is for nobody. */
  private held: string[] | null = []

  /** @returns what ends it. */
  listen(): () => void {
    const listen = (event: KeyboardEvent) => this.onKey(event)
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }

  /** Gives what was scanned before, and from now on each code. @returns what ends it. */
  take(taker: Taker): () => void {
    this.taker = taker
    for (const code of this.held?.splice(0) ?? []) taker.onCode(code)
    return () => {
      if (this.taker === taker) this.taker = null
    }
  }

  /** The screen is there, and has what was scanned before it if it takes codes. */
  holdNoMore(): void {
    this.held = null
  }

  private onKey(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey } = event
    const isOwn = target instanceof HTMLElement && target.dataset.takesCodes !== undefined
    const isAwaited = this.taker !== null || this.held !== null
    if (!isAwaited || isOwn || ctrlKey || metaKey || altKey || event.isComposing) return
    if (event.timeStamp - this.last > FORGET_MS) this.typed = ''
    this.last = event.timeStamp
    if (key.length === 1) this.onLetter(event)
    else if (key !== 'Shift') this.onEnd(event)
  }

  private onLetter(event: KeyboardEvent): void {
    const { key, target } = event
    // A space would press the button that has the focus.
    if (!isField(target) && key === ' ' && this.typed !== '') event.preventDefault()
    if (key !== ' ' || this.typed !== '') this.typed += key
  }

  private onEnd(event: KeyboardEvent): void {
    const { key, target } = event
    const code = this.typed.trim()
    this.typed = ''
    if (key !== 'Enter' || code === '') return
    if (isField(target) && code.length < SHORTEST_IN_FIELD) return
    // Nor is the button pressed, or the form sent.
    event.preventDefault()
    event.stopPropagation()
    if (isField(target)) this.taker?.onSpoilt()
    if (this.taker === null) this.held?.push(code)
    else this.taker.onCode(code)
  }
}

/** The floor's own; `isRead`: its screen is there. It listens as soon as anything of the floor is seen. */
export function useWedge(isRead: boolean): Wedge {
  const wedge = useRef<Wedge>(undefined)
  wedge.current ??= new Wedge()
  const { current } = wedge
  useLayoutEffect(() => current.listen(), [current])
  // After the screen's own effects: it has taken what was held.
  useEffect(() => {
    if (isRead) current.holdNoMore()
  }, [current, isRead])
  return current
}

/** Tells of each code while the screen is there. */
export function useCodes(wedge: Wedge, onCode: (code: string) => void, onSpoilt: () => void): void {
  const latest = useRef({ onCode, onSpoilt })
  latest.current = { onCode, onSpoilt }
  useLayoutEffect(
    () => wedge.take({ onCode: (code) => latest.current.onCode(code), onSpoilt: () => latest.current.onSpoilt() }),
    [wedge],
  )
}
