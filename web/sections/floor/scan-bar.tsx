/** The input field of a task on the warehouse floor. The text typed there is a code or the beginning of a name. */
import { UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { meantExactly } from '../../data/coded-products.ts'
import type { KnownProduct } from '../../data/floor/known-products.ts'
import { useList } from '../../data/lists.ts'
import { useWords } from '../../words/words.ts'
import { CodeEntry } from './code-entry.tsx'
import { useFloor } from './context.ts'
import classes from './floor.module.css'

const PAUSE_MS = 120
const SHOWN = 6
const SHORTEST = 2

interface ScanBarProps {
  readonly onCode: (code: string) => void
  /** Called when the user chooses a product by its name. */
  readonly onProduct: (product: KnownProduct, count: number) => void
}

export function ScanBar({ onCode, onProduct }: ScanBarProps) {
  const say = useWords('floor')
  const { isAway, known } = useFloor()
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const found = useSuggestions(text, !isAway)
  const take = (product: KnownProduct, count: number) => {
    known.learn([product])
    setTyped('')
    onProduct(product, count)
  }
  const enter = () => {
    const { products, count } = meantExactly(text, found)
    if (products.length === 1) return take(products[0]!, count)
    if (products.length === 0 && found.length === 1) return take(found[0]!, 1)
    // With several matches the user must choose from the list below, so do not treat the text as a code.
    if (found.length > 1) return
    setTyped('')
    onCode(text)
  }
  return (
    <CodeEntry
      takesGoods
      aria-label={say('entry')}
      placeholder={say('entryShort')}
      enterKeyHint="done"
      typed={typed}
      onType={setTyped}
      onEnter={enter}
      onCode={onCode}
    >
      {found.length > 0 && (
        <ul className={classes.rows} aria-label={say('suggestions')}>
          {found.map((product) => (
            <li key={product.id}>
              <UnstyledButton className={classes.suggestion} onClick={() => take(product, 1)}>
                {[product.name, product.sku].filter(Boolean).join(' · ')}
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </CodeEntry>
  )
}

/** Returns the suggestions for the current text, never those for an earlier text. */
function useSuggestions(text: string, isWanted: boolean): readonly KnownProduct[] {
  const [q] = useDebouncedValue(text, PAUSE_MS)
  const isAsked = isWanted && q.length >= SHORTEST && text !== ''
  const { items, isOld, isPending } = useList('products', { q, archived: false, limit: SHOWN, sort: 'name' }, isAsked)
  return isAsked && q === text && !isOld && !isPending ? items.slice(0, SHOWN) : []
}
