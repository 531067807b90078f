/**
 * A form with its own validation messages instead of the browser's. Each message is shown at its field, in the app's
 * language, and the first invalid field gets the focus. Fields declare their rules with normal HTML attributes such as
 * `required`.
 */
import { Input, Text } from '@mantine/core'
import { type ComponentProps, type FormEvent, type SubmitEvent, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { type Say, useWords } from '../words/words.ts'
import classes from './parts.module.css'

/**
 * Props for required fields that the form checks by its own code. They make such a field look like one with `required`,
 * and screen readers announce it as required.
 */
export const NEEDED = { withAsterisk: true, 'aria-required': true } as const

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

interface Wrong {
  readonly control: Control
  readonly message: string
  /** The id of the element that contains the field's message. */
  readonly id: string
}

function messageOf({ validity, validationMessage }: Control, say: Say<'core'>): string {
  if (validity.valueMissing) return say('required')
  return validity.typeMismatch ? say('noEmail') : validationMessage
}

const placeOf = (control: Control) => control.closest('.mantine-InputWrapper-root') ?? control.parentElement!

/** Marks a field as invalid for screen readers. Returns a function that undoes this. */
function mark({ control, id }: Wrong): () => void {
  const names = ['aria-invalid', 'aria-describedby'] as const
  const before = names.map((name) => control.getAttribute(name))
  control.setAttribute('aria-invalid', 'true')
  control.setAttribute('aria-describedby', [before[1], id].filter(Boolean).join(' '))
  return () => {
    for (const [index, name] of names.entries()) {
      const value = before[index]
      if (value === null || value === undefined) control.removeAttribute(name)
      else control.setAttribute(name, value)
    }
  }
}

/** A form. If any of its fields is marked with an asterisk, it explains the asterisk above the fields. */
export function Form({ onSubmit, children, ...others }: ComponentProps<'form'>) {
  const say = useWords('core')
  const formId = useId()
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  useEffect(() => {
    const endings = wrong.map(mark)
    return () => {
      for (const end of endings) end()
    }
  }, [wrong])
  const check = (event: SubmitEvent<HTMLFormElement>) => {
    const controls = [...event.currentTarget.elements] as Control[]
    const found = controls
      .filter((control) => control.willValidate && !control.validity.valid)
      .map((control, index) => ({ control, message: messageOf(control, say), id: `${formId}-${index}` }))
    setWrong(found)
    if (found.length === 0) return onSubmit?.(event)
    event.preventDefault()
    found[0]!.control.focus()
  }
  const forget = ({ target }: FormEvent) => setWrong((list) => list.filter(({ control }) => control !== target))
  return (
    <form {...others} noValidate onSubmit={check} onInput={forget}>
      <Text size="sm" c="dimmed" className={classes.legend}>
        {say('asterisk')}
      </Text>
      {children}
      {wrong.map(({ control, message, id }) =>
        createPortal(
          <Input.Error id={id} mt={4}>
            {message}
          </Input.Error>,
          placeOf(control),
          id,
        ),
      )}
    </form>
  )
}
