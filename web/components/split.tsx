/** A list with a record beside it: a panel at the right on a desk, a page of its own on a telephone. */
import { ActionIcon, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { createContext, type FocusEvent, type ReactNode, type RefObject, use, useEffect, useRef } from 'react'
import { IconX } from './icons.ts'
import classes from './split.module.css'

interface SplitProps {
  readonly list: ReactNode
  /** null: no record is open. */
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
  /** Before the title. */
  readonly picture?: ReactNode
  readonly closeLabel: string
  readonly onClose: () => void
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly foot?: ReactNode
  /** No list is beside it, however wide the screen. */
  readonly isWhole?: boolean
}

/** The level of the headings inside of a panel: none may be left out, whether its title is the first of the page or the second. */
const PartLevel = createContext<'h2' | 'h3'>('h3')

/** Of a heading that is one below the title of the panel that it is in. */
export const usePartLevel = () => use(PartLevel)

/** The panel that went had the focus, which stands nowhere now. */
let isFocusFree = false

/** Where one panel takes the place of another, such as a record that of its form, keys go on in it. */
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
    // What is locked or taken away while it has the focus tells of nowhere else.
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent<HTMLElement>) => {
      delete content.current?.dataset.handed
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget as Node)) isWithin.current = false
    },
  }
}

/** Lists of fields that are not open may be in the page all the same. */
const isShown = (element: Element) => element.getClientRects().length > 0

/** A record or a form: head, what can be done, the rest. Escape closes it. */
export function Panel(props: PanelProps) {
  const { title, subtitle, picture, closeLabel, onClose, actions, children, foot, isWhole } = props
  // The list with its own heading is not there then.
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const content = useRef<HTMLDivElement>(null)
  const focus = useHandedFocus(content)
  useEffect(() => {
    let isElsewhere = false
    // First on the way down: what the key closes is gone before the document hears of it.
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div ref={content} className={classes.content} tabIndex={0} role="group" aria-label={title}>
        <PartLevel value={isNarrow || isWhole ? 'h2' : 'h3'}>{children}</PartLevel>
      </div>
      {foot !== undefined && <footer className={classes.foot}>{foot}</footer>}
    </section>
  )
}
