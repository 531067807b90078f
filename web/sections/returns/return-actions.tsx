/**
 * The buttons and menu items for what can be done with a return. Before a return is posted or cancelled, a dialog
 * explains what will happen.
 */
import { Button, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { CustomerReturn } from '../../../sdk/types.ts'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useAll, useRecord } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { PaperDialog } from '../../parts/paper-dialog.tsx'
import { RecordActions } from '../../parts/record-actions.tsx'
import { money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { RETURNS } from './going.ts'
import { leftToRefund, RefundDialog } from './return-refund.tsx'

type Move = 'posted' | 'cancelled'

interface ActionsProps {
  readonly record: CustomerReturn
  readonly onGone: () => void
}

export function ReturnActions({ record, onGone }: ActionsProps) {
  const say = useWords('returns')
  const core = useWords('core')
  const may = useMay()
  const [asked, setAsked] = useState<Move | 'refund' | 'paper' | null>(null)
  const { record: order } = useRecord('orders', record.orderId)
  const { id, number, status } = record
  const isDraft = status === 'draft'
  const left = leftToRefund(record, order)
  const close = () => setAsked(null)
  return (
    <>
      {isDraft && may('storekeepers') && (
        <Button size="compact-md" onClick={() => setAsked('posted')}>
          {say('post')}
        </Button>
      )}
      {left > 0 && may('managers') && (
        <Button size="compact-md" onClick={() => setAsked('refund')}>
          {say('payBack')}
        </Button>
      )}
      {status !== 'cancelled' && may('managers') && (
        <RecordActions
          id={id}
          name={say('numbered', { number })}
          archived={null}
          remove={isDraft ? client.customerReturns.delete : null}
          editPath={isDraft ? `${RETURNS}/${id}/edit` : null}
          deleteText={say('deleteText')}
          onGone={onGone}
          items={
            <>
              {!isDraft && <Menu.Item onClick={() => setAsked('paper')}>{core('paper')}</Menu.Item>}
              <Menu.Item onClick={() => setAsked('cancelled')}>{say('cancelReturn')}</Menu.Item>
            </>
          }
        />
      )}
      {asked === 'paper' && (
        <PaperDialog
          labels={{ documentDate: say('documentDate'), documentNumber: say('documentNumber') }}
          name={say('numbered', { number })}
          paper={record}
          send={(paper, sending) => client.customerReturns.setPaper(id, paper, sending)}
          onClose={close}
        />
      )}
      {asked === 'refund' && <RefundDialog record={record} left={left} onClose={close} />}
      {(asked === 'posted' || asked === 'cancelled') && <MoveDialog record={record} move={asked} onClose={close} />}
    </>
  )
}

interface MoveDialogProps {
  readonly record: CustomerReturn
  readonly move: Move
  readonly onClose: () => void
}

/** The dialog that asks for confirmation before a return is posted or cancelled. */
function MoveDialog({ record, move, onClose }: MoveDialogProps) {
  const say = useWords('returns')
  const { record: warehouses = [] } = useAll('warehouses')
  const { id, number, status, lines, warehouseId } = record
  const warehouse = warehouses.find((one) => one.id === warehouseId)?.name ?? '…'
  const amount = money(record.amount)
  const moving = useAction<Move, CustomerReturn>(
    (to, sending) => client.customerReturns.setStatus(id, { status: to }, sending),
    (_result, to) => {
      toast(say(to, { number }))
      onClose()
    },
  )
  const isPosting = move === 'posted'
  return (
    <Confirm
      title={say(isPosting ? 'postTitle' : 'cancelTitle', { number })}
      action={say(isPosting ? 'post' : 'cancelReturn')}
      keepLabel={say('keep')}
      isDangerous={!isPosting}
      isSending={moving.isSending}
      failure={moving.failure}
      onConfirm={() => void moving.run(move)}
      onClose={onClose}
    >
      {isPosting ? (
        <Stack gap="xs">
          <Text>{say('postText', { count: lines.length, warehouse, amount })}</Text>
          {lines.some(({ damaged }) => damaged > 0) && <Text size="sm">{say('postDamaged')}</Text>}
          <Text size="sm" c="dimmed">
            {say('postAdvice')}
          </Text>
        </Stack>
      ) : (
        <Text size="sm">{say(status === 'draft' ? 'cancelDraft' : 'cancelText', { warehouse })}</Text>
      )}
    </Confirm>
  )
}
