/**
 * Handles hand scanners, which type like keyboards. It recognizes their codes wherever the focus is and restores the
 * fields they typed into. All pages use it, including the warehouse-floor screens.
 */
import { useEffect, useLayoutEffect, useRef } from 'react'
import {
  type Aim,
  type Burst,
  begun,
  continued,
  FAST_LONGEST_MS,
  isDoubtful,
  isFast,
  isHead,
  isScan,
  isUnendedScan,
  joined,
} from '../codes/scan-burst.ts'
import { aimOf, type Before, isEntry, putBack, putIn, readBefore, takesCodes } from './scanned-field.ts'

/** After a pause of this length, in milliseconds, the next key begins a new series. */
const PAUSE_MS = 2_000
/** A line feed, a second Enter or a Tab belongs to the code before it if it comes within this time after the code. */
const ECHO_MS = 100
/** After this time without a key, in milliseconds, a code is complete even if no Enter or Tab follows. */
const UNENDED_MS = 150
/** How long, in milliseconds, to wait for the rest of a code of which only the first part was scanned. */
const HEAD_MS = 15_000
const GROUP_SEPARATOR = '\x1d'
const HEAD = 'skladno.scan.head'
const ENDS = 'skladno.scan.ends'

export interface Taker {
  /**
   * Called with each scanned code. The screen calls `takeBack` with a function that undoes what it did with the code,
   * in case it turns out that a person typed the text.
   */
  onCode(code: string, takeBack: (undo: () => void) => void): void
  /** Called with the last part of a code whose beginning was lost, for example by a reload during the scan. */
  onTail?(tail: string): void
  /**
   * Whether all keys outside fields that end with Enter count as a code, even if they came slowly. True for screens
   * where nobody types outside fields.
   */
  readonly isPatient?: boolean
  /**
   * Closes the cell editor that the scanner's first key opened, without changing the cell. Returns a function that
   * types the text into the cell after all, in case it was not a code.
   */
  leaveCell?(): (text: string) => void
}

/** Handles codes that are scanned while no screen accepts codes, so that none of them remains in a number field. */
interface Guard {
  onCode(code: string): void
  /** Called when a person may have typed the text. Calling `putIn` puts the text into the field where it was typed. */
  onDoubtful(code: string, putIn: () => void): void
}

/**
 * Returns the character of a key, corrected for scanners that send Latin codes while the Russian layout is on: in that
 * layout the `/` key types `.`.
 */
function letterOf({ key, code, shiftKey }: KeyboardEvent): string {
  if (code === 'Slash' && (key === '.' || key === ',')) return shiftKey ? '?' : '/'
  return key
}

const isLineFeed = ({ key, code, ctrlKey }: KeyboardEvent) =>
  ctrlKey && (code === 'KeyJ' || code === 'KeyM' || key === 'j' || key === 'm')
const isEnding = (event: KeyboardEvent) => {
  const { key, ctrlKey, metaKey, altKey } = event
  const isPlain = !ctrlKey && !metaKey && !altKey
  return (isPlain && (key === 'Enter' || key === 'Tab')) || isLineFeed(event)
}
const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock']
const isSeparator = ({ key, code, ctrlKey }: KeyboardEvent) =>
  key === GROUP_SEPARATOR || (ctrlKey && (code === 'BracketRight' || key === ']'))

function stored(storage: () => Storage, name: string): string | null {
  try {
    return storage().getItem(name)
  } catch {
    return null
  }
}

function store(storage: () => Storage, name: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(name)
    else storage().setItem(name, value)
  } catch {
    // If the browser stores nothing, the app only forgets with which key the scanner ends its codes.
  }
}

/** A series of key presses, and the content of the field before the first of them. */
interface Run {
  readonly burst: Burst
  readonly before: Before | null
}

class Scanner {
  /**
   * The keys pressed since the last long pause are in `run`. Those at the end of `run` that came faster than anybody
   * types are in `fast`.
   */
  private run: Run | null = null
  private fast: Run | null = null
  private aim: Aim = 'none'
  /**
   * Characters that may be the beginning of a code because a pause followed them, with the content of the field before
   * them.
   */
  private head: { readonly text: string; readonly at: number; readonly before: Before | null } | null = null
  private scannedAt = Number.NEGATIVE_INFINITY
  private takers: readonly Taker[] = []
  private guard: Guard | null = null
  /** Scanned codes that wait until a screen accepts them. Null if scans are not to wait for a screen. */
  private held: string[] | null = null
  private listeners = 0
  private pause: ReturnType<typeof setTimeout> | undefined
  private waiting: ReturnType<typeof setTimeout> | undefined

  private readonly listener = (event: KeyboardEvent) => this.onKey(event)
  /**
   * Called when the user did something else after a scan. From then on, Enter counts as pressed by the user and not
   * sent by the scanner. Restoring a field fires the same event, but before `scannedAt` is set.
   */
  private readonly entered = () => {
    this.scannedAt = Number.NEGATIVE_INFINITY
  }
  private readonly leave = () => {
    if (this.fast !== null && isHead(this.fast.burst)) store(() => sessionStorage, HEAD, this.fast.burst.text)
  }

  /** Starts listening to the keyboard. Returns a function that stops it. */
  listen(): () => void {
    this.listeners += 1
    if (this.listeners === 1) {
      document.addEventListener('keydown', this.listener, true)
      document.addEventListener('input', this.entered, true)
      window.addEventListener('pagehide', this.leave)
      const head = stored(() => sessionStorage, HEAD)
      store(() => sessionStorage, HEAD, null)
      if (head !== null) this.head = { text: head, at: performance.now(), before: null }
    }
    return () => {
      this.listeners -= 1
      if (this.listeners > 0) return
      document.removeEventListener('keydown', this.listener, true)
      document.removeEventListener('input', this.entered, true)
      window.removeEventListener('pagehide', this.leave)
      this.forget()
    }
  }

  /**
   * Makes the given screen the receiver of codes: it gets the held codes and all further ones, until another screen
   * registers. Returns a function that unregisters the screen.
   */
  take(taker: Taker): () => void {
    const stop = this.listen()
    this.takers = [...this.takers, taker]
    for (const code of this.held?.splice(0) ?? []) taker.onCode(code, () => undefined)
    return () => {
      stop()
      this.takers = this.takers.filter((one) => one !== taker)
    }
  }

  /**
   * Registers the guard. It receives codes that are scanned into number fields while no screen accepts codes, and text
   * that a person may have typed. Returns a function that unregisters the guard.
   */
  guardBy(guard: Guard): () => void {
    const stop = this.listen()
    this.guard = guard
    return () => {
      stop()
      if (this.guard === guard) this.guard = null
    }
  }

  /**
   * Keeps scanned codes while a page is loading, until its screen accepts them. Returns a function that ends this;
   * codes that no screen has accepted by then are dropped.
   */
  hold(): () => void {
    const stop = this.listen()
    const held: string[] = []
    this.held = held
    return () => {
      stop()
      if (this.held === held) this.held = null
    }
  }

  /** Runs a keyboard shortcut, unless its key turns out to be the first character of a scanned code. */
  unlessScan(run: () => void): void {
    clearTimeout(this.waiting)
    if (this.taker === undefined) run()
    else this.waiting = setTimeout(run, ECHO_MS)
  }

  private get taker(): Taker | undefined {
    return this.takers.at(-1)
  }

  private onKey(event: KeyboardEvent): void {
    const { key, timeStamp: at } = event
    // Ignore synthetic key events, which password managers and autofill send, sometimes without a key name.
    if (!event.isTrusted || typeof key !== 'string') return
    if (this.run === null && at - this.scannedAt <= ECHO_MS && isEnding(event)) {
      stop(event)
      return
    }
    if (!this.isAwaited() || event.isComposing || MODIFIERS.includes(key)) return
    clearTimeout(this.pause)
    // A key that repeats is held down by a person, so the keys before it are not a scan.
    if (event.repeat) this.forget()
    else if (takesCodes(event.target)) this.onOwnKey(event)
    else if (isSeparator(event)) {
      event.preventDefault()
      this.onLetter(event, GROUP_SEPARATOR)
    } else if (isEnding(event)) this.onEnd(event)
    else if (event.ctrlKey || event.metaKey || event.altKey) this.forget()
    else if (key.length === 1) this.onLetter(event, letterOf(event))
    else this.forget()
  }

  private isAwaited(): boolean {
    return this.taker !== undefined || this.held !== null || this.guard !== null
  }

  /**
   * Handles a key in a field for codes, where keys have their normal effect. If a scanner sends two keys after a code,
   * only the second one is suppressed.
   */
  private onOwnKey(event: KeyboardEvent): void {
    const { key, timeStamp: at } = event
    const burst = this.run?.burst
    if (key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (burst !== undefined && at - burst.lastAt > FAST_LONGEST_MS) this.forget()
      this.run = longer(this.run, key, event)
      return
    }
    if (isEnding(event) && burst !== undefined && isScan(burst, 'text', at - burst.lastAt)) this.scannedAt = at
    this.forget()
  }

  private forget(): void {
    this.run = null
    this.fast = null
  }

  private onLetter(event: KeyboardEvent, letter: string): void {
    const { target, timeStamp: at } = event
    const gapMs = at - (this.run?.burst.lastAt ?? Number.NEGATIVE_INFINITY)
    if (gapMs > FAST_LONGEST_MS) this.breakOff()
    if (gapMs > PAUSE_MS) this.forget()
    // Suppress a space inside a code, because it would press the focused button.
    if (letter === ' ' && this.run !== null && aimOf(target) === 'none') event.preventDefault()
    clearTimeout(this.waiting)
    if (this.run === null) this.aim = aimOf(target)
    this.run = longer(this.run, letter, event)
    this.fast = longer(this.fast, letter, event)
    this.pause = setTimeout(() => this.onPause(), UNENDED_MS)
  }

  /** Remembers fast keys that did not end with Enter or Tab, because they may be the beginning of a code. */
  private breakOff(): void {
    const { fast } = this
    if (fast !== null && isHead(fast.burst))
      this.head = { text: fast.burst.text, at: fast.burst.lastAt, before: fast.before }
    this.fast = null
  }

  /** Called if no key has followed for a while. Either the code is complete, or the rest of it is still to come. */
  private onPause(): void {
    const { fast, aim } = this
    const endsScans = stored(() => localStorage, ENDS) !== null
    if (fast !== null && this.isTaken() && isUnendedScan(fast.burst, aim, endsScans))
      this.deliver(fast, fast.burst.lastAt)
  }

  private onEnd(event: KeyboardEvent): void {
    const found = this.scanned(event)
    if (found === null) {
      this.forget()
      return
    }
    // Suppress the key that ends a scan, because it would press a button, submit a form or move the focus.
    stop(event)
    if (isFast(found.burst)) store(() => localStorage, ENDS, '1')
    this.deliver(found, event.timeStamp)
  }

  /** Called on Enter or Tab. Returns the keys before it if they are a scanned code; otherwise null. */
  private scanned({ key, timeStamp: at }: KeyboardEvent): Run | null {
    const { run, fast, aim } = this
    if (run === null || fast === null || run.burst.text.trim() === '' || !this.isTaken()) return null
    const isPatient = this.taker?.isPatient ?? this.held !== null
    if (isPatient && aim === 'none' && key === 'Enter') return run
    const gapMs = at - run.burst.lastAt
    return [run, fast].find(({ burst }) => isScan(burst, aim, gapMs)) ?? null
  }

  /**
   * Whether a code scanned with the focus where it is now is handled. If no screen accepts codes, only codes in number
   * fields are handled, because they would look like quantities.
   */
  private isTaken(): boolean {
    return this.taker !== undefined || this.held !== null || this.aim === 'figure'
  }

  private deliver({ burst, before }: Run, at: number): void {
    const { head, taker } = this
    const text = burst.text.trim()
    this.head = null
    this.forget()
    clearTimeout(this.waiting)
    const retype = before === null ? taker?.leaveCell?.() : (typed: string) => putIn(before, typed)
    if (before !== null) putBack(before)
    const isTail = head !== null && at - head.at <= HEAD_MS && head.at < burst.firstAt
    const code = isTail ? joined(head.text, text) : text
    if (isTail && code !== text) {
      if (head.before !== null) putBack(head.before)
      // The first characters of the code opened a cell's editor, so close it.
      else taker?.leaveCell?.()
    }
    this.scannedAt = at
    if (code === null) {
      taker?.onTail?.(text)
      return
    }
    const isMeant = before !== null && isEntry(before)
    const isTyped = code === text && !isMeant && retype !== undefined && isDoubtful(burst, this.aim)
    if (taker === undefined && this.held !== null) this.held.push(code)
    else if (taker === undefined && !isTyped) this.guard?.onCode(code)
    let undo: (() => void) | undefined
    taker?.onCode(code, (run) => {
      undo = run
    })
    if (!isTyped) return
    this.guard?.onDoubtful(code, () => {
      undo?.()
      retype(text)
    })
  }
}

function longer(run: Run | null, letter: string, { target, timeStamp }: KeyboardEvent): Run {
  return run === null
    ? { burst: begun(letter, timeStamp), before: readBefore(target) }
    : { ...run, burst: continued(run.burst, letter, timeStamp) }
}

function stop(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** The only scanner object of the page. There is one, because the page has one keyboard. */
export const scanner = new Scanner()

/** Passes each scanned code to the given screen while the component is mounted. */
export function useScans(taker: Taker): void {
  const latest = useRef(taker)
  latest.current = taker
  const isPatient = taker.isPatient ?? false
  useLayoutEffect(
    () =>
      scanner.take({
        isPatient,
        onCode: (code, takeBack) => latest.current.onCode(code, takeBack),
        onTail: (tail) => latest.current.onTail?.(tail),
        leaveCell: () => latest.current.leaveCell?.() ?? (() => undefined),
      }),
    [isPatient],
  )
}

/**
 * Keeps codes that are scanned while a page is loading. `isRead` becomes true once the page's screen is shown. If the
 * screen accepts codes, it has received the kept ones by then.
 */
export function useHeldScans(isRead: boolean): void {
  const end = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    end.current = scanner.hold()
    return () => end.current?.()
  }, [])
  // An effect rather than a layout effect, so that it runs after screens have registered in their layout effects.
  useEffect(() => {
    if (!isRead) return
    end.current?.()
    end.current = undefined
  }, [isRead])
}
