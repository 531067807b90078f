/**
 * A task on the warehouse floor that handles goods. The user chooses the place, scans item after item, confirms what
 * will happen, and finishes the task.
 */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { leadToUnread } from '../../components/number-field.tsx'
import type { KeptTask } from '../../data/floor/kept-task.ts'
import type { Waiting } from '../../data/floor/waiting.ts'
import { Form } from '../../parts/form.tsx'
import { useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'
import { LineList } from './lines.tsx'
import { ScanBar } from './scan-bar.tsx'
import { readyOf, type ScannedLine, useScanning } from './scanned-lines.ts'

export interface GoodsState {
  readonly isBegun: boolean
  readonly lines: readonly ScannedLine[]
}

interface GoodsTaskProps<T extends GoodsState> {
  readonly kept: KeptTask<T>
  /** The fields that the user fills in before scanning, such as the warehouse. */
  readonly setup: ReactNode
  /** Content to show below the fields, such as documents from which the user can start. */
  readonly below?: ReactNode
  readonly isReady: boolean
  /** The name of the warehouse for which all scanned goods are recorded. */
  readonly place: string
  readonly action: string
  readonly consequence: string
  readonly noteOf?: (line: ScannedLine) => string | null
  /** Returns the warning of a scanned line, shown in red; null when there is none. */
  readonly warningOf?: (line: ScannedLine) => string | null
  /** Turns the scanned lines into the commands to send when the task is finished. */
  readonly finished: (lines: readonly ScannedLine[]) => readonly Waiting[]
}

export function GoodsTask<T extends GoodsState>(props: GoodsTaskProps<T>) {
  const { kept, setup, below, isReady, place } = props
  const say = useWords('floor')
  const core = useWords('core')
  const { task, change } = kept
  const begin = (isBegun: boolean) => change((before) => ({ ...before, isBegun }))
  if (!task.isBegun)
    return (
      <>
        <Form
          className={classes.setup}
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady) begin(true)
          }}
        >
          <Stack gap="md">
            {setup}
            <Button size="lg" type="submit" disabled={!isReady}>
              {say('begin')}
            </Button>
          </Stack>
        </Form>
        {below}
      </>
    )
  return (
    <div className={classes.task}>
      <div className={classes.place}>
        <span>{place}</span>
        <Button size="lg" variant="subtle" className={classes.change} onClick={() => begin(false)}>
          {core('edit')}
        </Button>
      </div>
      <Scans {...props} />
    </div>
  )
}

function Scans<T extends GoodsState>(props: GoodsTaskProps<T>) {
  const { kept, action, consequence, noteOf, warningOf, finished } = props
  const say = useWords('floor')
  const { line, tell, isAway } = useFloor()
  const scanning = useScanning(kept)
  const foot = useRef<HTMLElement>(null)
  const [isAsked, setAsked] = useState(false)
  const { lines } = kept.task
  const ready = readyOf(lines)
  const left = lines.length - ready.length
  const finish = async () => {
    setAsked(false)
    const done = readyOf(kept.now().lines)
    const commands = finished(done)
    // Put the commands into the queue before clearing the task. If the page is closed in between, the idempotency keys
    // prevent duplicates.
    await line.add(commands)
    // Keep the chosen place, because the next goods usually go there too.
    const keys = new Set(done.map(({ key }) => key))
    kept.change((before) => ({ ...before, lines: before.lines.filter(({ key }) => !keys.has(key)) }))
    if (isAway) tell('info', say('keptForLater', { count: commands.length }))
  }
  return (
    <>
      <ScanBar onCode={scanning.scan} onProduct={scanning.take} />
      {lines.length === 0 ? (
        <p className={classes.hint}>{say('scanFirst')}</p>
      ) : (
        <LineList lines={lines} scanning={scanning} {...(noteOf && { noteOf })} {...(warningOf && { warningOf })} />
      )}
      <footer className={classes.foot} ref={foot}>
        {left > 0 && (
          <Text size="sm" mb={8} role="status">
            {say('linesLeft', { count: left })}
          </Text>
        )}
        <Button
          size="lg"
          fullWidth
          disabled={ready.length === 0}
          onClick={() => {
            if (!leadToUnread(foot.current!.parentElement)) setAsked(true)
          }}
        >
          {ready.length === 0 ? action : say('actionLines', { action, count: ready.length })}
        </Button>
      </footer>
      {isAsked && (
        <ConfirmOnFloor
          action={action}
          consequence={consequence}
          onConfirm={() => void finish()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

interface ConfirmProps {
  readonly action: string
  readonly isDangerous?: boolean
  readonly consequence: ReactNode
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** A dialog that explains what an action will do before the user confirms it. */
export function ConfirmOnFloor({ action, isDangerous, consequence, onConfirm, onClose }: ConfirmProps) {
  const core = useWords('core')
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={action}
      closeButtonProps={{ 'aria-label': core('close'), size: 48 }}
    >
      <Stack>
        <Text component="div">{consequence}</Text>
        <Group grow>
          <Button size="lg" variant="default" onClick={onClose}>
            {core('back')}
          </Button>
          <Button size="lg" {...(isDangerous ? { color: 'red' } : { 'data-autofocus': true })} onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
