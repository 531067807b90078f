/** The input of codes on the warehouse-floor screens: by a hand scanner, by the camera, or by typing. */
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { IconBarcode, IconCamera } from '../../components/icons.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { useScans } from '../../components/scanner.ts'
import { useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'

const Camera = lazyPart(async () => (await import('./camera.tsx')).Camera)

interface CodeEntryProps extends Pick<TextInputProps, 'type' | 'aria-label' | 'placeholder' | 'enterKeyHint'> {
  readonly typed: string
  readonly onType: (text: string) => void
  /** Called when the user presses Enter to confirm that the text in the field is meant exactly as typed. */
  readonly onEnter: () => void
  /** Called with every text that is scanned, even if it is not a product code. */
  readonly onCode: (code: string) => void
  /** Whether the field expects product codes, so that every scan goes to this field. */
  readonly takesGoods?: true
  /** Content to show between the input field and the picture of the camera. */
  readonly children?: ReactNode
}

export function CodeEntry({ typed, onType, onEnter, onCode, takesGoods, children, ...field }: CodeEntryProps) {
  const say = useWords('floor')
  const { tell } = useFloor()
  const [isCamera, setCamera] = useState(false)
  useScans({ isPatient: true, onCode, onTail: () => tell('wrong', say('tailScanned')) })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onType('')
    if (event.key !== 'Enter' || typed.trim() === '') return
    event.preventDefault()
    onEnter()
  }
  return (
    <div className={classes.scan}>
      <div className={classes.entry} data-code-entry={takesGoods}>
        <TextInput
          size="lg"
          className={classes.grow}
          leftSection={<IconBarcode size={22} aria-hidden />}
          autoComplete="off"
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => onType(event.currentTarget.value)}
          {...field}
        />
        <ActionIcon
          variant="default"
          size={50}
          aria-label={say('camera')}
          aria-pressed={isCamera}
          onClick={() => setCamera((before) => !before)}
        >
          <IconCamera size={24} aria-hidden />
        </ActionIcon>
      </div>
      {children}
      {isCamera && <Camera onCode={onCode} onClose={() => setCamera(false)} />}
    </div>
  )
}
