/** Sends the command that moves a document to its next status, and adds up the quantities of its lines. */
import type { Document, Product } from '../../../sdk/types.ts'
import { toast } from '../../components/toast.tsx'
import { milli, units } from '../../data/amounts.ts'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { quantity } from '../../words/format.ts'
import { type Say, useWords } from '../../words/words.ts'
import { titleOf } from '../purchasing/document-field.tsx'

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

/**
 * Formats the size of a document: its total quantity, such as `12 шт`, when all item lines have the same unit;
 * otherwise the number of lines, such as `3 позиции`.
 */
export function sizeOf(say: Say<'purchasing'>, { lines }: Document, products: ReadonlyMap<string, Product>): string {
  const counted = new Set(lines.map(({ productId }) => products.get(productId)?.uom))
  const [unit] = counted
  if (counted.size !== 1 || !unit) return say('lineCount', { count: lines.length })
  return quantity(units(lines.reduce((sum, line) => sum + milli(line.quantity), 0)), unit)
}
