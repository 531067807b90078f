/**
 * Handles hand scanners, which type like keyboards: recognizes their codes wherever the focus is, and restores fields
 * they typed into. Used by all pages, including the floor.
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

/** After a pause this long, keys no longer belong to the earlier ones. */
const PAUSE_MS = 2_000
/** A key this soon after a code belongs to it: LF after CR, a second Enter, or Tab. */
const ECHO_MS = 100
/** A code without an ending is complete once nothing follows for this long. */
const UNENDED_MS = 150
/** How long the first part of a code waits for the rest. */
const HEAD_MS = 15_000
const GROUP_SEPARATOR = '\x1d'
const HEAD = 'skladno.scan.head'
const ENDS = 'skladno.scan.ends'

export interface Taker {
  /** `takeBack` registers a function that undoes the handling, in case the text turns out not to be a code. */
  onCode(code: string, takeBack: (undo: () => void) => void): void
  /** Called when only the last part of a code was read, after a pause or a reload, so that the code is unknown. */
  onTail?(tail: string): void
  /**
   * Whether, with no field in focus, any keys followed by Enter are a code, however slow: nothing else is typed there.
   */
  readonly isPatient?: boolean
  /**
   * Closes the editor the scan opened, such as a grid cell's, without changes. Returns a function that types text there
   * if it was no code.
   */
  leaveCell?(): (text: string) => void
}

/** Handles codes scanned where no screen accepts them, so that a code does not end up as a number there either. */
interface Guard {
  onCode(code: string): void
  /**
   * Called when a person may have typed the text: `putIn` undoes the scan and puts the text back where it was typed.
   */
  onDoubtful(code: string, putIn: () => void): void
}

/**
 * The character of a key, corrected for scanners that send Latin codes while the layout is Russian: there the `/` key
 * types `.`.
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
    // Without storage, the browser forgets how its scanner ends codes.
  }
}

/** A series of keys, with the state of the field before the first of them. */
interface Run {
  readonly burst: Burst
  readonly before: Before | null
}

class Scanner {
  /** `run`: keys without a long pause. `fast`: the last of them, typed faster than fingers can. */
  private run: Run | null = null
  private fast: Run | null = null
  private aim: Aim = 'none'
  /** Characters before a pause that may begin a code, with the state of the field before them. */
  private head: { readonly text: string; readonly at: number; readonly before: Before | null } | null = null
  private scannedAt = Number.NEGATIVE_INFINITY
  private takers: readonly Taker[] = []
  private guard: Guard | null = null
  /** Codes waiting for a screen that accepts them; null when no page asked to hold them. */
  private held: string[] | null = null
  private listeners = 0
  private pause: ReturnType<typeof setTimeout> | undefined
  private waiting: ReturnType<typeof setTimeout> | undefined

  private readonly listener = (event: KeyboardEvent) => this.onKey(event)
  /**
   * Other input came after the scan, so the next Enter belongs to that input. Restoring a field also causes this event,
   * but before `scannedAt` is set.
   */
  private readonly entered = () => {
    this.scannedAt = Number.NEGATIVE_INFINITY
  }
  private readonly leave = () => {
    if (this.fast !== null && isHead(this.fast.burst)) store(() => sessionStorage, HEAD, this.fast.burst.text)
  }

  /** Starts listening. Returns a function that stops it. */
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
   * Makes this the current taker: it receives the held codes and all further ones until a newer taker registers.
   * Returns a function that stops it.
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
   * Registers the guard, which hears of codes scanned into number fields where no screen accepts codes, and of text
   * that a person may have typed. Returns a function that stops it.
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
   * Holds scanned codes until a screen accepts them, for pages that are still loading. Returns a function that ends
   * this; codes not accepted by then are dropped.
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

  /** Runs a shortcut, unless its key turns out to be the first character of a code. */
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
    // Password managers and autofill send synthetic keys, some without a name.
    if (!event.isTrusted || typeof key !== 'string') return
    if (this.run === null && at - this.scannedAt <= ECHO_MS && isEnding(event)) {
      stop(event)
      return
    }
    if (!this.isAwaited() || event.isComposing || MODIFIERS.includes(key)) return
    clearTimeout(this.pause)
    // A repeating key is held down by a person.
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

  /** A field for codes handles its own keys; only the second of two ending keys is swallowed. */
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
    // A space would press the focused button.
    if (letter === ' ' && this.run !== null && aimOf(target) === 'none') event.preventDefault()
    clearTimeout(this.waiting)
    if (this.run === null) this.aim = aimOf(target)
    this.run = longer(this.run, letter, event)
    this.fast = longer(this.fast, letter, event)
    this.pause = setTimeout(() => this.onPause(), UNENDED_MS)
  }

  /** Fast keys without an ending may be the beginning of a code. */
  private breakOff(): void {
    const { fast } = this
    if (fast !== null && isHead(fast.burst))
      this.head = { text: fast.burst.text, at: fast.burst.lastAt, before: fast.before }
    this.fast = null
  }

  /** Called after a silence: the code is complete, or its rest is still to come. */
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
    // Prevent the key from pressing a button, submitting a form or moving the focus.
    stop(event)
    if (isFast(found.burst)) store(() => localStorage, ENDS, '1')
    this.deliver(found, event.timeStamp)
  }

  /** The keys before this ending, if they are a code; otherwise null. */
  private scanned({ key, timeStamp: at }: KeyboardEvent): Run | null {
    const { run, fast, aim } = this
    if (run === null || fast === null || run.burst.text.trim() === '' || !this.isTaken()) return null
    const isPatient = this.taker?.isPatient ?? this.held !== null
    if (isPatient && aim === 'none' && key === 'Enter') return run
    const gapMs = at - run.burst.lastAt
    return [run, fast].find(({ burst }) => isScan(burst, aim, gapMs)) ?? null
  }

  /** Where no screen accepts codes, only codes typed into number fields matter. */
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
      // The beginning of the code opened the editor of a cell.
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

/** One instance for the page, because there is one keyboard. */
export const scanner = new Scanner()

/** Calls the taker for each code while the component is mounted. */
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
 * Holds codes while a page is loading. `isRead`: the screen is shown and has accepted the codes, if it accepts codes at
 * all.
 */
export function useHeldScans(isRead: boolean): void {
  const end = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    end.current = scanner.hold()
    return () => end.current?.()
  }, [])
  // An effect, so that it runs after the screen's layout effects have registered.
  useEffect(() => {
    if (!isRead) return
    end.current?.()
    end.current = undefined
  }, [isRead])
}
