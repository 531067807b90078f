/** A hand scanner types like a keyboard: its codes are taken wherever the focus is, and what they spoilt is put back. For desk and floor alike. */
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

/** A pause after which keys have nothing to do with those before. */
const PAUSE_MS = 2_000
/** What comes so soon after a code belongs to it: LF after CR, a second Enter, Tab. */
const ECHO_MS = 100
/** So long nothing follows a code that has no ending. */
const UNENDED_MS = 150
/** So long the beginning of a code waits for its rest. */
const HEAD_MS = 15_000
const GROUP_SEPARATOR = '\x1d'
const HEAD = 'skladno.scan.head'
const ENDS = 'skladno.scan.ends'

export interface Taker {
  /** `takeBack`: told what takes it back, should it turn out to be no code. */
  onCode(code: string, takeBack: (undo: () => void) => void): void
  /** Only the end of a code was read, after a pause or a reload: nobody knows of which. */
  onTail?(tail: string): void
  /** With no field in focus any keys and Enter are a code, however slow: nothing else is typed there. */
  readonly isPatient?: boolean
  /** Leaves what the keys began to edit, such as a cell, as it was. @returns what types there what was no code. */
  leaveCell?(): (text: string) => void
}

/** For where nothing takes codes: a figure becomes none there either. */
interface Guard {
  onCode(code: string): void
  /** Fingers may have typed it: `putIn` undoes the scan and puts what was typed where it belongs. */
  onDoubtful(code: string, putIn: () => void): void
}

/** The letter that a key types, where a scanner that sends Latin codes meets a Russian layout: there `/` is on the key of `.`. */
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
    // A browser that keeps nothing forgets how its scanner ends codes.
  }
}

/** Keys, with the field that they went to as it was before them. */
interface Run {
  readonly burst: Burst
  readonly before: Before | null
}

class Scanner {
  /** Keys without a pause, and their last ones that came too fast for fingers. */
  private run: Run | null = null
  private fast: Run | null = null
  private aim: Aim = 'none'
  /** Letters that came before a pause, in the field as it was before them. */
  private head: { readonly text: string; readonly at: number; readonly before: Before | null } | null = null
  private scannedAt = Number.NEGATIVE_INFINITY
  private takers: readonly Taker[] = []
  private guard: Guard | null = null
  /** Codes that no screen takes yet; null: nobody asked to keep them. */
  private held: string[] | null = null
  private listeners = 0
  private pause: ReturnType<typeof setTimeout> | undefined
  private waiting: ReturnType<typeof setTimeout> | undefined

  private readonly listener = (event: KeyboardEvent) => this.onKey(event)
  /** Something was entered after the scan: the Enter that follows is of that. What is put back comes before the time of the scan is set. */
  private readonly entered = () => {
    this.scannedAt = Number.NEGATIVE_INFINITY
  }
  private readonly leave = () => {
    if (this.fast !== null && isHead(this.fast.burst)) store(() => sessionStorage, HEAD, this.fast.burst.text)
  }

  /** @returns what ends it. */
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

  /** Gives what was scanned before, and from now on each code, until a later taker comes. @returns what ends it. */
  take(taker: Taker): () => void {
    const stop = this.listen()
    this.takers = [...this.takers, taker]
    for (const code of this.held?.splice(0) ?? []) taker.onCode(code, () => undefined)
    return () => {
      stop()
      this.takers = this.takers.filter((one) => one !== taker)
    }
  }

  /** Has what is scanned into a figure told where no screen takes codes, and what may have been typed. @returns what ends it. */
  guardBy(guard: Guard): () => void {
    const stop = this.listen()
    this.guard = guard
    return () => {
      stop()
      if (this.guard === guard) this.guard = null
    }
  }

  /** Keeps what is scanned until a screen takes it: it may still be read. @returns what ends it: what no screen took is for nobody. */
  hold(): () => void {
    const stop = this.listen()
    const held: string[] = []
    this.held = held
    return () => {
      stop()
      if (this.held === held) this.held = null
    }
  }

  /** Runs it, unless the key that asked for it turns out to be the first of a code. */
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
    // What fills in forms sends keys of its own, some without a name.
    if (!event.isTrusted || typeof key !== 'string') return
    if (this.run === null && at - this.scannedAt <= ECHO_MS && isEnding(event)) {
      stop(event)
      return
    }
    if (!this.isAwaited() || event.isComposing || MODIFIERS.includes(key)) return
    clearTimeout(this.pause)
    // A key that is held down is no scanner's.
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

  /** A field for codes takes its keys itself; of two endings the second is none of it. */
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
    // A space would press the button that has the focus.
    if (letter === ' ' && this.run !== null && aimOf(target) === 'none') event.preventDefault()
    clearTimeout(this.waiting)
    if (this.run === null) this.aim = aimOf(target)
    this.run = longer(this.run, letter, event)
    this.fast = longer(this.fast, letter, event)
    this.pause = setTimeout(() => this.onPause(), UNENDED_MS)
  }

  /** What came fast and did not end may be the beginning of a code. */
  private breakOff(): void {
    const { fast } = this
    if (fast !== null && isHead(fast.burst))
      this.head = { text: fast.burst.text, at: fast.burst.lastAt, before: fast.before }
    this.fast = null
  }

  /** Nothing came for a while: what came before is whole, or its rest is still to come. */
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
    // Neither is a button pressed, nor a form sent, nor the focus moved.
    stop(event)
    if (isFast(found.burst)) store(() => localStorage, ENDS, '1')
    this.deliver(found, event.timeStamp)
  }

  /** What the ending ends, if that is a code. */
  private scanned({ key, timeStamp: at }: KeyboardEvent): Run | null {
    const { run, fast, aim } = this
    if (run === null || fast === null || run.burst.text.trim() === '' || !this.isTaken()) return null
    const isPatient = this.taker?.isPatient ?? this.held !== null
    if (isPatient && aim === 'none' && key === 'Enter') return run
    const gapMs = at - run.burst.lastAt
    return [run, fast].find(({ burst }) => isScan(burst, aim, gapMs)) ?? null
  }

  /** Where no screen takes codes, all that matters is that none becomes a figure. */
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
      // Its beginning opened the editor of a cell.
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

/** One for the page: there is one keyboard. */
export const scanner = new Scanner()

/** Tells of each code for as long as the part is on screen. */
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

/** Keeps codes while a page still reads what it needs; `isRead`: its screen is there, and has what was scanned if it takes codes. */
export function useHeldScans(isRead: boolean): void {
  const end = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    end.current = scanner.hold()
    return () => end.current?.()
  }, [])
  // After the screen's own effects.
  useEffect(() => {
    if (!isRead) return
    end.current?.()
    end.current = undefined
  }, [isRead])
}
