/**
 * Confirmation dialogs shown before a document is posted, closed or cancelled. They explain what will happen to stock
 * and money.
 */
import { Skeleton, Stack, Text } from '@mantine/core'
import type { Document } from '../../../sdk/types.ts'
import { milli, units } from '../../data/amounts.ts'
import { useDocumentPayments } from '../../data/document-payments.ts'
import { useAll, useRecords } from '../../data/lists.ts'
import { demandOf, usePlan } from '../../data/shipping.ts'
import { useFigures } from '../../data/stock.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { To } from '../../parts/to.tsx'
import { money, quantity } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { titleOf } from '../purchasing/document-field.tsx'
import { movesStock } from '../purchasing/document-values.ts'
import { sizeOf, useMove } from './document-moves.ts'

export interface DialogProps {
  readonly document: Document
  readonly onClose: () => void
}

/** Returns the names of the fields that must be filled in before the document can be posted. */
const missingIn = ({ kind, lines, warehouseId, supplierId }: Document) => [
  ...(lines.length === 0 ? (['lines'] as const) : []),
  ...(movesStock(kind) && warehouseId === null ? (['warehouse'] as const) : []),
  ...(movesStock(kind) && supplierId === null ? (['supplier'] as const) : []),
]

/** Returns the values that the sentences of the dialogs mention: the document's warehouse, size and total. */
function useSize(document: Document) {
  const say = useWords('purchasing')
  const { record: warehouses = [] } = useAll('warehouses')
  const products = useRecords(
    'products',
    document.lines.map(({ productId }) => productId),
  )
  const isRead = document.lines.every(({ productId }) => products.has(productId))
  const warehouse = warehouses.find(({ id }) => id === document.warehouseId)?.name ?? '…'
  return {
    products,
    isRead,
    figures: { warehouse, what: sizeOf(say, document, products), total: money(document.total) },
  }
}

export function PostDialog({ document, onClose }: DialogProps) {
  const say = useWords('purchasing')
  const posting = useMove(document, onClose)
  const missing = missingIn(document)
  return (
    <Confirm
      title={say('postTitle', { name: titleOf(say, document) })}
      action={missing.length === 0 ? say('post') : null}
      isSending={posting.isSending}
      failure={posting.failure}
      onConfirm={() => void posting.run('posted')}
      onClose={onClose}
    >
      {missing.length > 0 ? (
        <Text size="sm">
          {say('postMissing', { what: missing.map((one) => say(`missing-${one}`)).join(', ') })}{' '}
          <To path={`/purchasing/documents/${document.id}/edit`} label={say('fillIn')} isInText />
        </Text>
      ) : (
        <Stack gap="xs">
          {document.kind === 'receipt' ? (
            <ReceiptText document={document} />
          ) : document.kind === 'supplier_return' ? (
            <ReturnText document={document} />
          ) : (
            <Text size="sm">{say('postPlain')}</Text>
          )}
          <Text size="sm" c="dimmed">
            {say('postAdvice')}
          </Text>
        </Stack>
      )}
    </Confirm>
  )
}

/** Describes what a receipt will do, for example «На склад «Основной» поступит 12 шт на 34 000 ₽.» */
function ReceiptText({ document }: { readonly document: Document }) {
  const say = useWords('purchasing')
  const { isRead, figures } = useSize(document)
  return isRead ? <Text>{say('postReceipt', figures)}</Text> : <Skeleton height={21} />
}

/**
 * Explains what a return to the supplier will do: which goods go back at what cost, and which of them are not in stock.
 */
function ReturnText({ document }: { readonly document: Document }) {
  const say = useWords('purchasing')
  const { products, isRead, figures } = useSize(document)
  const demand = demandOf(document.lines, products)
  const there = useFigures([...products.values()], document.warehouseId ?? undefined)
  const plan = usePlan(document.warehouseId ?? '', demand, isRead)
  if (!isRead || plan === undefined) return <Skeleton height={21} />
  const short = [...demand].filter(([id, asked]) => asked > milli(there.get(id)?.available ?? Number.POSITIVE_INFINITY))
  return (
    <>
      <Text>{say('postReturn', { ...figures, cost: money(plan.cost) })}</Text>
      {short.map(([id, asked]) => (
        <Text key={id} size="sm" c="red" role="alert">
          {say('shortLine', {
            product: products.get(id)!.name,
            available: quantity(there.get(id)!.available),
            asked: quantity(units(asked)),
          })}
        </Text>
      ))}
    </>
  )
}

export function CloseDialog({ document, onClose }: DialogProps) {
  const say = useWords('purchasing')
  const closing = useMove(document, onClose)
  const { figures } = useDocumentPayments(document)
  return (
    <Confirm
      title={say('closeTitle', { name: titleOf(say, document) })}
      action={say('closeDocument')}
      isSending={closing.isSending}
      failure={closing.failure}
      onConfirm={() => void closing.run('closed')}
      onClose={onClose}
    >
      <Text size="sm">{say('closeText')}</Text>
      {figures !== undefined && figures.unpaid > 0 && (
        <Text size="sm">{say('closeUnpaid', { unpaid: money(figures.unpaid) })}</Text>
      )}
    </Confirm>
  )
}

export function CancelDialog({ document, onClose }: DialogProps) {
  const say = useWords('purchasing')
  const cancelling = useMove(document, onClose)
  const { figures: paid } = useDocumentPayments(document)
  const { isRead, figures } = useSize(document)
  const { kind, status } = document
  const word =
    status === 'draft'
      ? 'cancelDraft'
      : kind === 'receipt'
        ? 'cancelReceipt'
        : kind === 'supplier_return'
          ? 'cancelReturn'
          : 'cancelPlain'
  return (
    <Confirm
      title={say('cancelTitle', { name: titleOf(say, document) })}
      action={say('cancelDocument')}
      isDangerous
      isSending={cancelling.isSending}
      failure={cancelling.failure}
      onConfirm={() => void cancelling.run('cancelled')}
      onClose={onClose}
    >
      {isRead ? <Text size="sm">{say(word, figures)}</Text> : <Skeleton height={21} />}
      {paid !== undefined && paid.paid > 0 && <Text size="sm">{say('cancelPaid', { paid: money(paid.paid) })}</Text>}
    </Confirm>
  )
}
