/** Keyboard shortcuts active while the user is not typing: single keys, and `g` followed by a letter. */
import { useEffect, useRef } from 'react'
import { scanner } from './scanner.ts'

const SEQUENCE_MS = 1_200

/**
 * The functions to run, by shortcut. A letter in a shortcut stands for the key's position on the keyboard (`code`), so
 * that shortcuts also work with the Russian layout.
 */
export type Shortcuts = Readonly<Record<string, () => void>>

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

/** Returns the name of a key, such as `c`, `/` or `?`, whatever the keyboard layout. */
function nameOf({ code, key, shiftKey }: KeyboardEvent): string {
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase()
  if (code === 'Slash') return shiftKey || key === '?' ? '?' : '/'
  return key
}

/** Listens for shortcuts such as `c`, `/` and `g p` while the component is mounted. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    let first: { readonly name: string; readonly at: number } | null = null
    const listen = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, defaultPrevented } = event
      const isModal = document.querySelector('[aria-modal="true"]') !== null
      if (ctrlKey || metaKey || altKey || defaultPrevented || isModal || isTyping(event.target)) return
      const name = nameOf(event)
      const isSecond = first !== null && event.timeStamp - first.at < SEQUENCE_MS
      const run = isSecond ? latest.current[`${first!.name} ${name}`] : latest.current[name]
      first = name === 'g' && !isSecond ? { name, at: event.timeStamp } : null
      if (run === undefined) return
      event.preventDefault()
      scanner.unlessScan(run)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** A list of keyboard shortcuts and their descriptions, shown as help. */
export type KeyHelp = readonly (readonly [keys: string, what: string])[]

let help: KeyHelp = []

/** Returns the shortcuts of the current screen, for the help list. */
export const keyHelp = (): KeyHelp => help

/** Adds a screen's shortcuts to the help list while the component is mounted. */
export function useKeyHelp(keys: KeyHelp): void {
  useEffect(() => {
    help = keys
    return () => {
      help = []
    }
  })
}

/** Makes Ctrl Enter submit the form with this id from any of its fields. */
export function useSaveKey(formId: string): void {
  useEffect(() => {
    const save = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      const form = document.getElementById(formId)
      if (form instanceof HTMLFormElement) form.requestSubmit()
    }
    document.addEventListener('keydown', save)
    return () => document.removeEventListener('keydown', save)
  }, [formId])
}
