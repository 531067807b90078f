/** Where codes come from: a hand scanner, the camera, or typing. */
import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useState } from 'react'
import { IconBarcode, IconCamera } from '../../components/icons.ts'
import { lazyPart } from '../../components/lazy-part.tsx'
import { useScans } from '../../components/scanner.ts'
import { meantExactly } from '../../data/coded-products.ts'
import type { KnownProduct } from '../../data/floor/known-products.ts'
import { useList } from '../../data/lists.ts'
import { useWords } from '../../words/words.ts'
import { useFloor } from './context.ts'
import classes from './floor.module.css'

const Camera = lazyPart(async () => (await import('./camera.tsx')).Camera)

const PAUSE_MS = 120
const SHOWN = 6
const SHORTEST = 2

interface ScanBarProps {
  readonly onCode: (code: string) => void
  /** Chosen by its name. */
  readonly onProduct: (product: KnownProduct, count: number) => void
}

export function ScanBar({ onCode, onProduct }: ScanBarProps) {
  const say = useWords('floor')
  const { isAway, known, tell } = useFloor()
  const [typed, setTyped] = useState('')
  const [isCamera, setCamera] = useState(false)
  useScans({ isPatient: true, onCode, onTail: () => tell('wrong', say('tailScanned')) })
  const text = typed.trim()
  const found = useSuggestions(text, !isAway)
  const take = (product: KnownProduct, count: number) => {
    known.learn([product])
    setTyped('')
    onProduct(product, count)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped('')
    if (event.key !== 'Enter' || text === '') return
    event.preventDefault()
    const { products, count } = meantExactly(text, found)
    if (products.length === 1) return take(products[0]!, count)
    if (products.length === 0 && found.length === 1) return take(found[0]!, 1)
    // Names are chosen from below; what looks like none is a code.
    if (found.length > 1) return
    setTyped('')
    onCode(text)
  }
  return (
    <div className={classes.scan}>
      <div className={classes.entry} data-code-entry>
        <TextInput
          size="lg"
          className={classes.grow}
          aria-label={say('entry')}
          placeholder={say('entryShort')}
          leftSection={<IconBarcode size={22} aria-hidden />}
          autoComplete="off"
          enterKeyHint="done"
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <ActionIcon
          variant="default"
          size={50}
          aria-label={say('camera')}
          aria-pressed={isCamera}
          onClick={() => setCamera((before) => !before)}
        >
          <IconCamera size={24} aria-hidden />
        </ActionIcon>
      </div>
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
      {isCamera && <Camera onCode={onCode} onClose={() => setCamera(false)} />}
    </div>
  )
}

/** What was found for just this text. */
function useSuggestions(text: string, isWanted: boolean): readonly KnownProduct[] {
  const [q] = useDebouncedValue(text, PAUSE_MS)
  const isAsked = isWanted && q.length >= SHORTEST && text !== ''
  const { items, isOld, isPending } = useList('products', { q, archived: false, limit: SHOWN, sort: 'name' }, isAsked)
  return isAsked && q === text && !isOld && !isPending ? items.slice(0, SHOWN) : []
}
