/**
 * The bar below a grid. It shows how many rows are changed or have problems, what saving will do, how far saving has
 * progressed, and which rows got no response.
 */
import { ActionIcon, Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import type { GridEdits } from '../components/grid-edits.ts'
import { IconRedo, IconUndo } from '../components/icons.ts'
import type { Many } from '../data/many.ts'
import { useWords } from '../words/words.ts'
import { Failure } from './failure.tsx'
import classes from './parts.module.css'

interface SaveBarProps {
  readonly many: Many<never>
  readonly edits: GridEdits
  /** The number of changed rows that can be saved. */
  readonly good: number
  /** The number of changed rows that have a problem. */
  readonly bad: number
  /** The number of rows that are still being checked. Saving is possible only after that. */
  readonly looking?: number
  /** The number of changed rows that the filters hide. */
  readonly hidden?: number
  /** The label of the save button. If it is not given, the button shows how many rows it saves. */
  readonly action?: string
  readonly onSave: () => void
  readonly onProblem: () => void
}

export function SaveBar(props: SaveBarProps) {
  const { many, edits, good, bad, looking = 0, hidden = 0, action, onSave, onProblem } = props
  const say = useWords('grid')
  const core = useWords('core')
  const count = Object.keys(edits.now).length
  const words = [
    count === 0 ? say('nothingChanged') : say('changedRows', { count }),
    ...(looking > 0 ? [say('lookingUp', { count: looking })] : []),
    ...(bad > 0 ? [say('badRows', { count: bad })] : []),
    ...(hidden > 0 ? [say('hiddenRows', { count: hidden })] : []),
  ]
  return (
    <footer className={classes.saveBar}>
      <Interrupted many={many} />
      {many.isRunning ? (
        <RunProgress many={many} />
      ) : (
        <Group gap="xs" justify="space-between">
          <Text size="sm" role="status">
            {words.join(' · ')}
          </Text>
          <Group gap="xs">
            {bad > 0 && (
              <Button variant="subtle" size="compact-sm" h={36} onClick={onProblem}>
                {say('toProblem')}
              </Button>
            )}
            <ActionIcon
              variant="default"
              size={36}
              aria-label={say('undo')}
              title={`${say('undo')} (Ctrl Z)`}
              disabled={!edits.canUndo}
              onClick={edits.undo}
            >
              <IconUndo size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={say('redo')}
              title={`${say('redo')} (Ctrl Shift Z)`}
              disabled={!edits.canRedo}
              onClick={edits.redo}
            >
              <IconRedo size={16} aria-hidden />
            </ActionIcon>
            <Button disabled={good === 0 || looking > 0 || many.waiting.size > 0} onClick={onSave}>
              {looking > 0
                ? say('waitingForNames')
                : good === 0
                  ? core('save')
                  : (action ?? say('save', { count: good }))}
            </Button>
          </Group>
        </Group>
      )}
    </footer>
  )
}

/**
 * Offers to send commands without a response again. Nothing else can be done with them, because the server may have run
 * them.
 */
export function Interrupted({ many }: { readonly many: Many<never> }) {
  const say = useWords('grid')
  const core = useWords('core')
  const count = many.waiting.size
  if (many.isRunning || count === 0) return null
  return (
    <Stack gap={6} mb="xs">
      <Failure error={many.failure} />
      <Alert color="yellow" variant="light" role="alert" p="xs">
        <Group gap="xs" justify="space-between">
          <Text size="sm">{say('interrupted', { count })}</Text>
          <Button size="compact-sm" onClick={many.resume}>
            {core('retry')}
          </Button>
        </Group>
      </Alert>
    </Stack>
  )
}

export function RunProgress({ many }: { readonly many: Many<never> }) {
  const say = useWords('grid')
  const { done, total } = many
  const text = say('progress', { done, total })
  return (
    <Group gap="sm" wrap="nowrap">
      <Text size="sm" role="status" style={{ whiteSpace: 'nowrap' }}>
        {text}
      </Text>
      <Progress.Root size="sm" style={{ flex: 1 }}>
        <Progress.Section value={total === 0 ? 100 : (100 * done) / total} aria-label={text} />
      </Progress.Root>
      <Button variant="default" onClick={many.cancel}>
        {say('stop')}
      </Button>
    </Group>
  )
}
