/**
 * The list of recognized lines. The chosen line shows its fields. Enter accepts that line and moves to the next one
 * that needs checking.
 */
import { Button, Group } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Extraction, ListedImportFile, Product } from '../../../sdk/types.ts'
import { IconPlus } from '../../components/icons.ts'
import { useWords } from '../../words/words.ts'
import { LineStrip, useIsNarrow } from './file-page.tsx'
import { LineView } from './file-review-line.tsx'
import { doubtsOf, missingIn, nextToCheck, type ReviewForm, type ReviewLine } from './file-review-values.ts'
import classes from './files.module.css'
import { LineProduct } from './line-product.tsx'
import { LinesTitle } from './lines-title.tsx'
import { linesToMake, NewGoodsDialog } from './new-goods.tsx'

interface ReviewLinesProps {
  readonly file: ListedImportFile
  readonly form: ReviewForm
  readonly extraction: Extraction
  readonly products: ReadonlyMap<string, Product>
  readonly chosen: number | null
  readonly isAsked: boolean
  readonly onChoose: (line: number) => void
}

export function ReviewLines(props: ReviewLinesProps) {
  const { file, form, extraction, products, chosen, isAsked, onChoose } = props
  const isNarrow = useIsNarrow()
  const [creating, setCreating] = useState<number | null>(null)
  const { lines } = form.values
  const readAt = (at: number) => extraction.lines[at]!
  const change = (at: number, parts: Partial<ReviewLine>) =>
    form.change({ lines: lines.map((line, index) => (index === at ? { ...line, ...parts } : line)) })
  const { list, doubtsAt, accept, onKeyDown } = useLineKeys(props, change)
  return (
    <section>
      <Group justify="space-between" mb={8}>
        <LinesTitle />
        <CreateMissing {...props} />
      </Group>
      <ol ref={list} className={classes.lines}>
        {lines.map((line, at) => (
          <li
            key={at}
            data-line={at}
            className={classes.line}
            data-chosen={at === chosen || undefined}
            onKeyDown={(event) => onKeyDown(event, at)}
          >
            <LineView
              at={at}
              line={line}
              read={readAt(at)}
              product={products.get(line.productId ?? '')}
              doubts={doubtsAt(at)}
              strip={isNarrow && at === chosen && <LineStrip file={file} line={at} />}
              isOpen={at === chosen}
              isAsked={isAsked}
              failure={form.failure}
              onOpen={() => onChoose(at)}
              onChange={(parts) => change(at, parts)}
              onAccept={() => accept(at)}
              onCreate={() => setCreating(at)}
            />
          </li>
        ))}
      </ol>
      {creating !== null && (
        <LineProduct
          read={readAt(creating)}
          onClose={() => setCreating(null)}
          onMade={({ id }) => {
            change(creating, { productId: id })
            setCreating(null)
          }}
        />
      )}
    </section>
  )
}

/** The id of the button that gets the focus once all lines are accepted. */
export const DRAFT_BUTTON = 'file-review-draft'

/**
 * A hook that controls the list with the keyboard. Enter accepts a line and moves to the next one that needs checking;
 * the arrow keys move up and down. A line chosen elsewhere is scrolled into view.
 */
function useLineKeys(
  { form, extraction, products, chosen, onChoose }: ReviewLinesProps,
  change: (at: number, parts: Partial<ReviewLine>) => void,
) {
  const { lines } = form.values
  const list = useRef<HTMLOListElement>(null)
  /**
   * Whether the chosen line gets the focus after the next render. `at first` means that the list has just opened: then
   * its first line gets the focus, unless something else on the page already has it.
   */
  const led = useRef<'here' | 'at first' | null>('at first')
  const doubtsAt = (at: number) => doubtsOf(lines[at]!, extraction.lines[at]!, products.get(lines[at]!.productId ?? ''))
  useEffect(() => {
    const item = list.current?.querySelector(`[data-line="${chosen}"]`)
    if (led.current !== 'at first') item?.scrollIntoView({ block: 'nearest' })
    if (led.current === 'here' || (led.current === 'at first' && document.activeElement === document.body))
      item?.querySelector('button')?.focus({ preventScroll: true })
    led.current = null
  }, [chosen])
  const go = (at: number) => {
    led.current = 'here'
    onChoose(at)
  }
  const accept = (at: number) => {
    if (!lines[at]!.isLeftOut && missingIn(lines[at]!).length > 0)
      return list.current?.querySelector<HTMLElement>(`[data-line="${at}"] [data-missing] input`)?.focus()
    change(at, { isAccepted: true })
    const next = nextToCheck(lines, (one) => doubtsAt(one).length > 0, at)
    if (next !== null) go(next)
    else document.getElementById(DRAFT_BUTTON)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, at: number) => {
    const { key, target, defaultPrevented } = event
    if (defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const isHead = (target as HTMLElement).hasAttribute('data-head')
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (key === 'Enter' && at === chosen && (isHead || target instanceof HTMLInputElement)) {
      event.preventDefault()
      accept(at)
    } else if (isHead && step !== undefined && lines[at + step] !== undefined) {
      event.preventDefault()
      go(at + step)
    }
  }
  return { list, doubtsAt, accept, onKeyDown }
}

/** The button that opens the dialog for creating missing products. In the dialog the user first checks the names. */
function CreateMissing({ file, form, extraction }: ReviewLinesProps) {
  const say = useWords('files')
  const [isOpen, setOpen] = useState(false)
  const count = linesToMake(form.values, extraction).length
  return (
    <>
      {count > 1 && (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {say('createMissing', { count })}
        </Button>
      )}
      {isOpen && count > 0 && (
        <NewGoodsDialog file={file} form={form} extraction={extraction} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
