/** Warns that another product already has this SKU or barcode, with a link to that product. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconAlert } from '../components/icons.ts'
import { useTakenCodes } from '../data/taken-codes.ts'
import { useWords } from '../words/words.ts'
import parts from './parts.module.css'

interface CodeNoteProps {
  readonly codes: readonly string[]
  /** The id of the product being edited, which does not count as another product. */
  readonly ownId?: string | undefined
}

export function CodeNote({ codes, ownId }: CodeNoteProps) {
  const say = useWords('core')
  const taken = useTakenCodes(codes, ownId)
  if (taken.length === 0) return null
  return (
    <div role="status" className={parts.warning}>
      {taken.map(({ code, product }) => (
        <div key={`${code} ${product.id}`}>
          <IconAlert size={15} aria-hidden /> {say('codeTaken', { code })}{' '}
          <Anchor component={Link} to={`/products/${product.id}`} size="sm" underline="always">
            {product.name}
          </Anchor>
        </div>
      ))}
    </div>
  )
}
