/** The command that moves a document on, and how much the lines of a document are together. */
import type { Document, Product } from '../../../sdk/types.ts'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { milli } from '../../data/shipping.ts'
import { quantity } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { titleOf } from './document-field.tsx'

const THOUSANDTHS = 1_000

type Move = 'posted' | 'closed' | 'cancelled'

export function useMove(document: Document, onDone: () => void) {
  const say = useWords('purchasing')
  return useAction<Move, Document>(
    (status, sending) => client.documents.setStatus(document.id, { status }, sending),
    (_result, status) => {
      toast(say(`done-${status}`, { name: titleOf(say, document) }))
      onDone()
    },
  )
}

/** `12 шт` when all of it is counted alike, else `3 позиции`. */
export function sizeOf(say: Say<'purchasing'>, { lines }: Document, products: ReadonlyMap<string, Product>): string {
  const units = new Set(lines.map(({ productId }) => products.get(productId)?.uom))
  const [unit] = units
  if (units.size !== 1 || !unit) return say('lineCount', { count: lines.length })
  return quantity(lines.reduce((sum, line) => sum + milli(line.quantity), 0) / THOUSANDTHS, unit)
}
