/**
 * A list with a panel for the open record. The panel is on the right on wide screens and takes the whole page on a
 * phone.
 */
import { ActionIcon, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { createContext, type FocusEvent, type ReactNode, type RefObject, use, useEffect, useRef } from 'react'
import { IconX } from './icons.ts'
import classes from './split.module.css'

interface SplitProps {
  readonly list: ReactNode
  /** The panel with the open record; null when no record is open. */
  readonly record: ReactNode
}

export function Split({ list, record }: SplitProps) {
  const isOpen = record !== null && record !== undefined
  return (
    <div className={classes.split} data-open={isOpen || undefined}>
      <div className={classes.list}>{list}</div>
      {isOpen && <div className={classes.record}>{record}</div>}
    </div>
  )
}

interface PanelProps {
  readonly title: string
  readonly subtitle?: ReactNode
  /** A picture to show before the title of the panel. */
  readonly picture?: ReactNode
  readonly closeLabel: string
  readonly onClose: () => void
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly foot?: ReactNode
  /** Whether the panel fills the screen, without a list beside it, however wide the screen is. */
  readonly isWhole?: boolean
}

/**
 * The heading level to use inside a panel. It depends on the panel, because a panel's title may be a first-level or
 * second-level heading, and heading levels must not be skipped.
 */
const PartLevel = createContext<'h2' | 'h3'>('h3')

/** Returns the level of headings inside a panel, which is one below that of the panel's title. */
export const usePartLevel = () => use(PartLevel)

/** Whether a panel that was just closed had the focus. If so, no element has the focus now. */
let isFocusFree = false

/** Moves the focus into a panel that replaces another one, for example when a form replaces its record. */
function useHandedFocus(content: RefObject<HTMLDivElement | null>) {
  const isWithin = useRef(false)
  useEffect(() => {
    if (isFocusFree && document.activeElement === document.body && content.current !== null) {
      content.current.dataset.handed = ''
      content.current.focus({ preventScroll: true })
    }
    isFocusFree = false
    return () => {
      isFocusFree = isWithin.current
    }
  }, [content])
  return {
    onFocus: () => {
      isWithin.current = true
    },
    // A blur without a new target means that the focused element was disabled or removed, so the focus still counts
    // as inside the panel.
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      delete content.current?.dataset.handed
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget as Node)) isWithin.current = false
    },
  }
}

/**
 * Whether an element is visible. Closed dropdown lists may still be in the document, so only visible ones count as
 * open.
 */
const isShown = (element: Element) => element.getClientRects().length > 0

/** The layout of a record or a form beside its list: header, actions and content. Escape closes the panel. */
export function Panel(props: PanelProps) {
  const { title, subtitle, picture, closeLabel, onClose, actions, children, foot, isWhole } = props
  // On a narrow screen the panel replaces the list and its heading.
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const content = useRef<HTMLDivElement>(null)
  const focus = useHandedFocus(content)
  useEffect(() => {
    let isElsewhere = false
    // Check for open dialogs and lists in the capture phase, because by the time the event reaches the document, Escape
    // has already closed them.
    const look = ({ key }: KeyboardEvent) => {
      if (key === 'Escape')
        isElsewhere = [...document.querySelectorAll('[aria-modal="true"], [role="listbox"], [role="menu"]')].some(
          isShown,
        )
    }
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) onClose()
    }
    window.addEventListener('keydown', look, true)
    document.addEventListener('keydown', close)
    return () => {
      window.removeEventListener('keydown', look, true)
      document.removeEventListener('keydown', close)
    }
  }, [onClose])
  return (
    <section className={classes.panel} aria-label={title} {...focus}>
      <header className={classes.head}>
        {picture}
        <div className={classes.title}>
          <Text component={isNarrow || isWhole ? 'h1' : 'h2'} fw={600} fz={18} lh={1.3}>
            {title}
          </Text>
          {subtitle}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
        <ActionIcon
          className={classes.close}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={closeLabel}
          onClick={onClose}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div ref={content} className={classes.content} tabIndex={0} role="group" aria-label={title}>
        <PartLevel value={isNarrow || isWhole ? 'h2' : 'h3'}>{children}</PartLevel>
      </div>
      {foot !== undefined && <footer className={classes.foot}>{foot}</footer>}
    </section>
  )
}
