/** A task of goods: where, then scan after scan, then what becomes of it, then it is done. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { KeptTask } from '../../data/floor/kept-task.ts'
import type { Waiting } from '../../data/floor/waiting-line.ts'
import { useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'
import { LineList } from './lines.tsx'
import { ScanBar } from './scan-bar.tsx'
import { type ScannedLine, useScanning } from './scanned-lines.ts'

export interface GoodsState {
  readonly isBegun: boolean
  readonly lines: readonly ScannedLine[]
}

interface GoodsTaskProps<T extends GoodsState> {
  readonly kept: KeptTask<T>
  /** The fields that are filled in first. */
  readonly setup: ReactNode
  readonly isReady: boolean
  /** Where the goods go, for all of the scans. */
  readonly place: string
  readonly action: string
  readonly consequence: string
  readonly noteOf?: (line: ScannedLine) => string | null
  /** The commands of what was scanned. */
  readonly finished: () => readonly Waiting[]
}

export function GoodsTask<T extends GoodsState>(props: GoodsTaskProps<T>) {
  const { kept, setup, isReady, place } = props
  const say = useWords('floor')
  const core = useWords('core')
  const { task, change } = kept
  const begin = (isBegun: boolean) => change((before) => ({ ...before, isBegun }))
  if (!task.isBegun)
    return (
      <form
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
      </form>
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

function Scans<T extends GoodsState>({ kept, action, consequence, noteOf, finished }: GoodsTaskProps<T>) {
  const say = useWords('floor')
  const { line, tell, isAway } = useFloor()
  const scanning = useScanning(kept)
  const [spoilt, setSpoilt] = useState(0)
  const [isAsked, setAsked] = useState(false)
  const { lines } = kept.task
  const isOpen = lines.some(({ state }) => state === 'missing' || state === 'looking')
  const finish = async () => {
    setAsked(false)
    const commands = finished()
    // Kept there before it goes from here; its keys keep it from being done twice.
    await line.add(commands)
    // The next goods come to the same place.
    kept.change((before) => ({ ...before, lines: [] }))
    if (isAway) tell('info', say('keptForLater', { count: commands.length }))
  }
  return (
    <>
      <ScanBar onCode={scanning.scan} onProduct={scanning.take} onSpoilt={() => setSpoilt((before) => before + 1)} />
      {lines.length === 0 ? (
        <p className={classes.hint}>{say('scanFirst')}</p>
      ) : (
        <LineList lines={lines} scanning={scanning} spoilt={spoilt} {...(noteOf && { noteOf })} />
      )}
      <footer className={classes.foot}>
        <Button size="lg" fullWidth disabled={lines.length === 0 || isOpen} onClick={() => setAsked(true)}>
          {lines.length === 0 ? action : say('actionLines', { action, count: lines.length })}
        </Button>
      </footer>
      {isAsked && (
        <Confirm
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
  readonly consequence: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** What becomes of it, before it is done. */
export function Confirm({ action, consequence, onConfirm, onClose }: ConfirmProps) {
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
        <Text>{consequence}</Text>
        <Group grow>
          <Button size="lg" variant="default" onClick={onClose}>
            {core('back')}
          </Button>
          <Button size="lg" data-autofocus onClick={onConfirm}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
