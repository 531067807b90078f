/**
 * The message in place of a part of the page whose code could not be loaded: why, and what the user can do. The rest of
 * the page and all typed text are kept.
 */
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { MissingPartProps, PartPlace } from '../components/lazy-part.tsx'
import { FailureNotice } from '../components/notices.tsx'
import { useWords } from '../words/words.ts'
import classes from './missing-part.module.css'

const ADVICE = { page: 'partAway', dialog: 'partAway', field: 'dayAway' } as const

export function MissingPart({ place, isAway, isTrying, onRetry, part }: MissingPartProps) {
  const say = useWords('core')
  const words = {
    requestId: (id: string) => id,
    ...{ copy: say('copy'), copied: say('copied'), blockers: say('blockers') },
    retry: say(isAway ? 'retry' : 'reload'),
  }
  const notice = (
    <FailureNotice
      words={words}
      title={say('codeMissing')}
      text={say(isAway ? ADVICE[place] : 'codeMissingAdvice')}
      isTrying={isTrying}
      onRetry={isAway ? onRetry : () => window.location.reload()}
    />
  )
  const Around = PLACES[place]
  return <Around part={part}>{notice}</Around>
}

interface PlaceProps {
  readonly part: MissingPartProps['part']
  readonly children: ReactNode
}

function OverPage({ part, children }: PlaceProps) {
  const say = useWords('core')
  const place = useRef<HTMLDialogElement>(null)
  useEffect(() => place.current?.showModal(), [])
  return (
    <dialog
      ref={place}
      className={classes.dialog}
      aria-label={say('codeMissing')}
      onClose={part.onClose}
      // While an element with this attribute is shown, the keyboard shortcuts of the screen below it are disabled.
      aria-modal="true"
    >
      {children}
      <Button variant="default" size="compact-sm" onClick={() => place.current?.close()}>
        {say('close')}
      </Button>
    </dialog>
  )
}

/**
 * A message next to a field, in place of a part that could not be loaded. Like the part itself, the message closes when
 * the focus moves away or the user clicks or taps elsewhere.
 */
function ByField({ part: { id, onClose, onLeave }, children }: PlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const field = place.current?.parentElement
    const leave = ({ target }: Event) => {
      if (!field?.contains(target as Node)) onLeave?.()
    }
    const closeFirst = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // Keep Escape from also closing the form that contains the field.
      event.stopPropagation()
      onClose?.()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    field?.addEventListener('keydown', closeFirst)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      field?.removeEventListener('keydown', closeFirst)
    }
  }, [onClose, onLeave])
  return (
    <div ref={place} id={id} className={classes.byField}>
      {children}
    </div>
  )
}

const PLACES: Record<PartPlace, (props: PlaceProps) => ReactNode> = {
  page: ({ children }) => children,
  dialog: OverPage,
  field: ByField,
}
