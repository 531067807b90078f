/**
 * Functions for the fields into which a scanner types: what a field accepts, its content before the scan, and restoring
 * that content.
 */
import type { Aim } from '../codes/scan-burst.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The content and selection of a field before a scanner typed into it. */
export interface Before {
  readonly field: Field
  readonly value: string
  readonly selection: readonly [number, number] | null
}

const TEXT_TYPES = ['text', 'search', 'tel', 'url', 'email', 'password', 'number', 'date', 'time', 'datetime-local']

export function aimOf(target: EventTarget | null): Aim {
  if (target instanceof HTMLTextAreaElement) return 'text'
  // The current cell of a grid counts as a field, because text typed there would be entered into the cell.
  if (target instanceof HTMLElement && target.dataset.aim !== undefined) return target.dataset.aim as Aim
  if (!(target instanceof HTMLInputElement) || !TEXT_TYPES.includes(target.type)) return 'none'
  return target.inputMode === 'decimal' || target.inputMode === 'numeric' || target.type === 'number'
    ? 'figure'
    : 'text'
}

/** Whether the field is for entering product codes by hand or by scanner, so that a scan into it is always intended. */
export const isEntry = ({ field }: Before) => field.closest('[data-code-entry]') !== null

/** Whether the field is for codes, so that a scanned code stays in it as its content. */
export const takesCodes = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-takes-codes]') !== null

export function readBefore(target: EventTarget | null): Before | null {
  if (target instanceof HTMLSelectElement) return { field: target, value: target.value, selection: null }
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (!isField || aimOf(target) === 'none') return null
  const { selectionStart: start, selectionEnd: end } = target
  return { field: target, value: target.value, selection: start === null || end === null ? null : [start, end] }
}

/** Restores the field's previous content. React is notified by the usual input event. */
export function putBack({ field, value, selection }: Before): void {
  if (!field.isConnected || field.value === value) return
  setValue(field, value)
  if (selection !== null && !(field instanceof HTMLSelectElement)) field.setSelectionRange(...selection)
}

/** Types text into a field as if the scanner had not changed the field before. */
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

/**
 * Props of a field for codes: a scanned code stays in the field, and the Enter that the scanner sends does not submit
 * the form.
 */
export const CODE_FIELD = {
  'data-takes-codes': true,
  onKeyDown: (event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'preventDefault'>) => {
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault()
  },
} as const
