/** Shows who else is picking the order. The user can take the order over and leave a note for that person. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Order } from '../../../sdk/types.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { describeFailure } from '../../data/refusals.ts'
import { useMe } from '../../data/session.ts'
import { useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'

const LONGEST_NOTE = 255

export function WhoPicks({ order }: { readonly order: Order }) {
  const say = useWords('floor')
  const me = useMe()
  const { tell, isAway } = useFloor()
  const [isAsked, setAsked] = useState(false)
  const { pickedBy } = order
  const isOther = pickedBy !== undefined && pickedBy.id !== me.user.id
  const isMineNoMore = isOther && pickedBy.from?.id === me.user.id
  const { name = '', note = '' } = pickedBy ?? {}
  const text = !isOther
    ? null
    : !isMineNoMore
      ? say('otherPicks', { name })
      : note === ''
        ? say('takenAway', { name })
        : say('takenAwayNote', { name, note })
  useEffect(() => {
    if (text !== null) tell(isMineNoMore ? 'wrong' : 'info', text)
  }, [tell, text, isMineNoMore])
  if (text === null) return null
  return (
    <div className={classes.task}>
      <Text role="note" className={classes.warning}>
        {text}
      </Text>
      {!isAway && (
        <Button size="lg" variant="default" onClick={() => setAsked(true)}>
          {say('takeOver')}
        </Button>
      )}
      {isAsked && <TakeOver order={order} name={name} onClose={() => setAsked(false)} />}
    </div>
  )
}

interface TakeOverProps {
  readonly order: Order
  /** The name of the person who is picking the order. */
  readonly name: string
  readonly onClose: () => void
}

function TakeOver({ order, name, onClose }: TakeOverProps) {
  const say = useWords('floor')
  const core = useWords('core')
  const { tell } = useFloor()
  const [note, setNote] = useState('')
  const { id, number, pickedBy } = order
  const taking = useAction<string, Order>(
    (typed, sending) => client.orders.take(id, { from: pickedBy?.id ?? null, note: typed.trim() }, sending),
    () => {
      tell('ok', say('takenOver', { number }))
      onClose()
    },
  )
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={say('takeOver')}
      closeButtonProps={{ 'aria-label': core('close'), size: 48 }}
    >
      <Stack>
        <Text>{say('willTakeOver', { number, name })}</Text>
        <TextInput
          size="lg"
          label={say('takeOverNote', { name })}
          maxLength={LONGEST_NOTE}
          autoComplete="off"
          data-autofocus
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {taking.failure !== null && (
          <Text role="alert" className={classes.warning}>
            {describeFailure(taking.failure).text}
          </Text>
        )}
        <Group grow>
          <Button size="lg" variant="default" onClick={onClose}>
            {core('back')}
          </Button>
          <Button size="lg" loading={taking.isSending} onClick={() => void taking.run(note)}>
            {say('takeOver')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
