/** A text field that shows a warning about suspicious input when the user leaves it. The input is accepted anyway. */
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { IconAlert } from '../../components/icons.ts'
import parts from '../../parts/parts.module.css'
import { useWords, type Word } from '../../words/words.ts'

interface CheckedTextProps extends TextInputProps {
  readonly warning: Word<'core'> | null | undefined
}

export function CheckedText({ warning, ...field }: CheckedTextProps) {
  const say = useWords('core')
  const [isTyped, setTyped] = useState(false)
  return (
    <div>
      <TextInput {...field} onFocus={() => setTyped(true)} onBlur={() => setTyped(false)} />
      <div role="status" className={parts.warning}>
        {warning != null && !isTyped && (
          <>
            <IconAlert size={15} aria-hidden /> {say(warning)}
          </>
        )}
      </div>
    </div>
  )
}
