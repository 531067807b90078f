/** The fields that a scan may go to: what each is for, how it stood before, and how it is put back. */
import type { Aim } from '../codes/scan-burst.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** A field as it was before a scan. */
export interface Before {
  readonly field: Field
  readonly value: string
  readonly selection: readonly [number, number] | null
}

const TEXT_TYPES = ['text', 'search', 'tel', 'url', 'email', 'password', 'number', 'date', 'time', 'datetime-local']

export function aimOf(target: EventTarget | null): Aim {
  if (target instanceof HTMLTextAreaElement) return 'text'
  // A cell: what is typed while it has the focus is typed into it.
  if (target instanceof HTMLElement && target.dataset.aim !== undefined) return target.dataset.aim as Aim
  if (!(target instanceof HTMLInputElement) || !TEXT_TYPES.includes(target.type)) return 'none'
  return target.inputMode === 'decimal' || target.inputMode === 'numeric' || target.type === 'number'
    ? 'figure'
    : 'text'
}

/** A field where goods are scanned or typed by their codes: what was taken from it was meant as one. */
export const isEntry = ({ field }: Before) => field.closest('[data-code-entry]') !== null

/** A field for codes: what is scanned into it is typed there. */
export const takesCodes = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-takes-codes]') !== null

export function readBefore(target: EventTarget | null): Before | null {
  if (target instanceof HTMLSelectElement) return { field: target, value: target.value, selection: null }
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isField || aimOf(target) === 'none') return null
  const { selectionStart: start, selectionEnd: end } = target
  return { field: target, value: target.value, selection: start === null || end === null ? null : [start, end] }
}

/** Puts back what stood there, and tells React of it as the browser would. */
export function putBack({ field, value, selection }: Before): void {
  if (!field.isConnected || field.value === value) return
  setValue(field, value)
  if (selection !== null && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...selection)
}

/** Types into a field as it was before. */
export function putIn({ field, value, selection }: Before, text: string): void {
  if (!field.isConnected) return
  const [start, end] = selection ?? [0, value.length]
  setValue(field, value.slice(0, start) + text + value.slice(end))
  field.focus()
}

function setValue(field: Field, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!
  set!.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

/** Properties of a field for a code: what is scanned into it stays there, and its Enter sends no form. */
export const CODE_FIELD = {
  'data-takes-codes': true,
  onKeyDown: (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'preventDefault'>) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
  },
} as const
