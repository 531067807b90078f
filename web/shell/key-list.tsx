/** The dialog that lists the keyboard shortcuts. */
import { Kbd, Modal } from '@mantine/core'
import { keyHelp } from '../components/shortcuts.ts'
import type { Section } from '../sections/table.ts'
import { useWords } from '../words/words.ts'
import classes from './shell.module.css'

interface KeyListProps {
  readonly sections: readonly Section[]
  readonly onClose: () => void
}

export function KeyList({ sections, onClose }: KeyListProps) {
  const say = useWords('core')
  const rows: readonly (readonly [string, string])[] = [
    ...keyHelp(),
    ['Ctrl K', say('keys-palette')],
    ['/', say('keys-search')],
    ['c', say('keys-create')],
    ...sections.map(({ letter, word }) => [`g ${letter}`, say('goTo', { section: say(word) })] as const),
    ['↑ ↓', say('keys-rows')],
    ['Enter', say('keys-open')],
    [say('spaceKey'), say('keys-select')],
    ['Esc', say('keys-close')],
    ['?', say('keys-help')],
  ]
  return (
    <Modal opened onClose={onClose} title={say('keys')} closeButtonProps={{ 'aria-label': say('close') }}>
      <dl className={classes.keys}>
        {rows.map(([key, what]) => (
          <div key={`${key} ${what}`}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
