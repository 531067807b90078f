/**
 * The form for reviewing a recognized file. It shows the fields and lines that the document will contain, each line
 * beside its place on the scanned page.
 */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Document, Extraction, ListedImportFile, Product } from '../../../sdk/types.ts'
import { Empty } from '../../components/notices.tsx'
import { useKeyHelp, useSaveKey } from '../../components/shortcuts.ts'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction, useCommand } from '../../data/command.ts'
import { useRecord, useRecords } from '../../data/lists.ts'
import { DraftNotice } from '../../parts/draft-notice.tsx'
import { FormFailure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import parts from '../../parts/parts.module.css'
import { money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { useGo } from '../purchasing/going.ts'
import { useIsNarrow } from './file-page.tsx'
import { ReviewHead } from './file-review-head.tsx'
import { DRAFT_BUTTON, ReviewLines } from './file-review-lines.tsx'
import {
  bodyOf,
  doubtsOf,
  judgeTotal,
  missingIn,
  type ReviewValues,
  totalOf,
  valuesOf,
  warns,
} from './file-review-values.ts'
import classes from './files.module.css'
import { Mark } from './mark.tsx'

interface FileReviewProps {
  readonly file: ListedImportFile
  readonly frame: (parts: FrameParts) => ReactNode
}

const FORM = 'file-review'

export function FileReview({ file, frame }: FileReviewProps) {
  const say = useWords('files')
  const extraction = file.extraction!
  const [chosen, choose] = useState<number | null>(extraction.lines.length > 0 ? 0 : null)
  const [isAsked, setAsked] = useState(false)
  const { form, create, isBusy } = useDraft(file, extraction)
  const { values, isUnanswered } = form
  const products = useRecords(
    'products',
    values.lines.flatMap(({ productId }) => productId ?? []),
  )
  const taken = values.lines.filter(({ isLeftOut }) => !isLeftOut)
  const isWhole = taken.length > 0 && taken.every((line) => missingIn(line).length === 0)
  const submit = (isPosted: boolean) => {
    setAsked(true)
    if (isWhole && (!isPosted || (values.supplierId !== null && values.warehouseId !== ''))) void create(isPosted)
  }
  useSaveKey(FORM)
  useKeyHelp([
    ['Enter', say('keys-accept')],
    ['↑ ↓', say('keys-lines')],
    ['Ctrl Enter', say('keys-draft')],
  ])
  const isNarrow = useIsNarrow()
  const verdict = <Verdict extraction={extraction} values={values} products={products} />
  const foot = (
    <Stack gap="xs">
      {!isNarrow && verdict}
      <Buttons isReceipt={values.kind === 'receipt'} isBusy={isBusy} isOff={isUnanswered} onPost={() => submit(true)} />
    </Stack>
  )
  return frame({
    chosen,
    onChoose: choose,
    foot,
    children: (
      <Form
        id={FORM}
        onSubmit={(event) => {
          event.preventDefault()
          submit(false)
        }}
      >
        <fieldset disabled={isUnanswered || isBusy} className={parts.fieldset}>
          <Stack gap="md">
            <FormFailure form={form} />
            <DraftNotice form={form} />
            {isAsked && !isWhole && (
              <Alert color="red" variant="light" role="alert" p="xs">
                {say(taken.length === 0 ? 'nothingTaken' : 'fillLines')}
              </Alert>
            )}
            <PictureNotes extraction={extraction} />
            <ReviewHead form={form} extraction={extraction} isAsked={isAsked} />
            {extraction.lines.length === 0 ? (
              <Empty title={say('noLinesTitle')} text={say('noLinesText')} />
            ) : (
              <ReviewLines {...{ file, form, extraction, products, chosen, isAsked }} onChoose={choose} />
            )}
            {isNarrow && verdict}
          </Stack>
        </fieldset>
      </Form>
    ),
  })
}

/** The codes of warnings about the whole document. They are shown before the user accepts any line. */
const NOTES = ['TWO_PAPERS', 'PAGE_NOT_LEGIBLE', 'PRICE_ROUNDED'] as const

function PictureNotes({ extraction }: { readonly extraction: Extraction }) {
  const say = useWords('files')
  const told = NOTES.filter((note) => warns(extraction, note))
  if (told.length === 0) return null
  return (
    <Alert color="yellow" variant="light" p="xs">
      {told.map((note) => (
        <p key={note} className={classes.note}>
          {say(`note-${note}`)}
        </p>
      ))}
    </Alert>
  )
}

interface ButtonsProps {
  readonly isReceipt: boolean
  readonly isBusy: boolean
  readonly isOff: boolean
  readonly onPost: () => void
}

function Buttons({ isReceipt, isBusy, isOff, onPost }: ButtonsProps) {
  const say = useWords('files')
  return (
    <div className={classes.buttons}>
      <Button
        id={DRAFT_BUTTON}
        variant={isReceipt ? 'default' : 'filled'}
        type="submit"
        form={FORM}
        loading={isBusy}
        disabled={isOff}
        title="Ctrl Enter"
      >
        {say('createDraft')}
      </Button>
      {isReceipt && (
        <Button loading={isBusy} disabled={isOff} onClick={onPost}>
          {say('createAndPost')}
        </Button>
      )}
    </div>
  )
}

/**
 * A hook that creates the draft and, if the user wants that, posts it. These are two commands, and each is sent once.
 * If posting fails, the draft remains and can be posted later.
 */
function useDraft({ id }: ListedImportFile, extraction: Extraction) {
  const say = useWords('files')
  const { toRecord: toDocument } = useGo('documents')
  // Whether the draft was created, but the file is not yet shown with its document.
  const [isMade, setMade] = useState(false)
  const form = useCommand<ReviewValues, Document>({
    name: `imports/${id}/${extraction.recognition.startedAt}`,
    initial: () => valuesOf(extraction),
    send: (values, sending) => client.imports.createDocument(id, bodyOf(values), sending),
    onDone: () => setMade(true),
  })
  const posting = useAction<string, Document>((of, sending) =>
    client.documents.setStatus(of, { status: 'posted' }, sending),
  )
  const create = async (isPosted: boolean) => {
    const draft = await form.submit()
    if (draft === null) return
    const posted = isPosted ? await posting.run(draft.id) : null
    toast(say(posted === null ? 'draftCreated' : 'posted', { number: draft.number }))
    if (posted === null) toDocument(draft.id)
  }
  return { form, create, isBusy: form.isSending || posting.isSending || isMade }
}

interface VerdictProps {
  readonly extraction: Extraction
  readonly values: ReviewValues
  readonly products: ReadonlyMap<string, Product>
}

/**
 * Shows whether the lines add up to the document's total, how many lines are still to be checked, and what will come
 * into stock.
 */
function Verdict({ extraction, values, products }: VerdictProps) {
  const say = useWords('files')
  const { record: warehouse } = useRecord('warehouses', values.warehouseId)
  const sum = totalOf(values.lines)
  const { word, rate = 0 } = judgeTotal(sum, extraction.total)
  const figures = { sum: money(sum), total: money(extraction.total), rate }
  const open = values.lines.flatMap((line, at) => (line.isAccepted || line.isLeftOut ? [] : [at]))
  const toCheck = open.length
  const doubtful = open.filter((at) => {
    const line = values.lines[at]!
    return doubtsOf(line, extraction.lines[at]!, products.get(line.productId ?? '')).length > 0
  }).length
  const count = values.lines.filter(({ isLeftOut }) => !isLeftOut).length
  return (
    <div role="status">
      <Mark tone={word === 'totalFits' ? 'good' : 'look'}>{say(word, figures)}</Mark>
      <Mark tone={toCheck === 0 ? 'good' : 'look'}>
        {toCheck === 0 ? say('allChecked') : say('toCheck', { count: toCheck })}
        {doubtful > 0 && say('ofThemDoubtful', { count: doubtful })}
      </Mark>
      {values.kind === 'receipt' && warehouse !== undefined && count > 0 && (
        <Text size="sm">{say('willReceive', { count, warehouse: warehouse.name, sum: money(sum) })}</Text>
      )}
    </div>
  )
}

export interface FrameParts {
  readonly chosen: number | null
  readonly onChoose: (line: number) => void
  readonly foot?: ReactNode
  readonly children: ReactNode
}
