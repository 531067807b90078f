/**
 * The field in which the next line is typed or scanned. The user need not wait after Enter: a text that is not known is
 * looked up while the user types the next line.
 */
import { TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ClipboardEvent, type KeyboardEvent, type Ref, useId, useState } from 'react'
import type { Product } from '../../../sdk/types.ts'
import { isList } from '../../components/table-file.ts'
import { meantBy } from '../../data/coded-products.ts'
import { useList } from '../../data/lists.ts'
import { useFigures } from '../../data/stock.ts'
import { useWords } from '../../words/words.ts'
import { availability } from './availability.ts'
import classes from './lines.module.css'

const PAUSE_MS = 80
const SHOWN = 8

interface EntryProps {
  readonly ref: Ref<HTMLInputElement>
  readonly warehouseId: string
  readonly onFound: (product: Product, text: string, count: number) => void
  /** Called with the typed text when the user presses Enter before any product was found. */
  readonly onText: (text: string) => void
  /** Called with the pasted text when the user pasted several lines or cells. */
  readonly onTable: (text: string) => void
}

export function ProductEntry({ ref, warehouseId, onFound, onText, onTable }: EntryProps) {
  const say = useWords('lines')
  const listId = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const [isFocused, setFocused] = useState(false)
  const text = typed.trim()
  const found = useFound(text, isFocused)
  const isOpen = isFocused && found.length > 0
  const clear = () => {
    setTyped('')
    setChosen(0)
  }
  const take = (product: Product) => {
    const meant = meantBy(text, found)
    onFound(product, text, meant.products.length === 1 && meant.products[0]!.id === product.id ? meant.count : 1)
    clear()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      if (text === '') return
      const exact = meantBy(text, found).products
      const product = exact.length === 1 && chosen === 0 ? exact[0] : found[chosen]
      if (product !== undefined) take(product)
      else {
        onText(text)
        clear()
      }
    } else if (step !== undefined && isOpen) {
      event.preventDefault()
      setChosen((at) => Math.max(0, Math.min(found.length - 1, at + step)))
    } else if (event.key === 'Escape' && typed !== '') {
      event.preventDefault()
      clear()
    }
  }
  return (
    <div className={classes.entry} data-code-entry>
      <TextInput
        ref={ref}
        aria-label={say('entry')}
        placeholder={say('entry')}
        autoComplete="off"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={isOpen ? `${listId}-${chosen}` : undefined}
        value={typed}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        onKeyDown={onKeyDown}
        onPaste={pasting(onTable)}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setChosen(0)
        }}
      />
      <FoundProducts
        id={listId}
        products={found}
        chosen={chosen}
        isOpen={isOpen}
        warehouseId={warehouseId}
        onTake={take}
      />
    </div>
  )
}

/** Returns a paste handler that passes a list of lines to `onTable`. Any other text goes into the field. */
const pasting = (onTable: EntryProps['onTable']) => (event: ClipboardEvent) => {
  const text = event.clipboardData.getData('text/plain')
  if (!isList(text)) return
  event.preventDefault()
  onTable(text)
}

/** Returns the matches for the current text. Empty while the latest response is for an earlier text. */
function useFound(text: string, isWanted: boolean): readonly Product[] {
  const [q] = useDebouncedValue(text, PAUSE_MS)
  const { items, isOld, isPending } = useList(
    'products',
    { q, archived: false, limit: SHOWN, sort: 'name' },
    q !== '' && isWanted,
  )
  const isFor = q === text && text !== '' && !isOld && !isPending
  return isFor ? items.slice(0, SHOWN) : []
}

interface FoundProductsProps {
  readonly id: string
  readonly products: readonly Product[]
  readonly chosen: number
  readonly isOpen: boolean
  readonly warehouseId: string
  readonly onTake: (product: Product) => void
}

function FoundProducts({ id, products, chosen, isOpen, warehouseId, onTake }: FoundProductsProps) {
  const say = useWords('lines')
  const figures = useFigures(products, warehouseId || undefined)
  return (
    <div id={id} role="listbox" aria-label={say('found')} className={classes.found} hidden={!isOpen}>
      {products.map((product, index) => (
        <UnstyledButton
          key={product.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          tabIndex={-1}
          className={classes.foundRow}
          // Keep the focus in the field; otherwise its blur event would come before the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(product)}
        >
          <span className={classes.foundName}>{[product.name, product.sku].filter(Boolean).join(' · ')}</span>
          <span className={classes.foundHint}>{availability(say, product, figures.get(product.id))}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}
