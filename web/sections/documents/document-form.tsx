/**
 * The form for a draft of a procurement document, usable with only a keyboard or a scanner. The draft is new, a copy of
 * another document, made from another document, or an existing draft.
 */
import { Text } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { Document } from '../../../sdk/types.ts'
import { Empty } from '../../components/notices.tsx'
import { Panel } from '../../components/split.tsx'
import { toast } from '../../components/toast.tsx'
import { useAddress } from '../../data/address.ts'
import { client } from '../../data/client.ts'
import { type Sending, useCommand } from '../../data/command.ts'
import { type RecordView, useList, useRecord, useRecords } from '../../data/lists.ts'
import { FormPanel } from '../../parts/form-panel.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { money, typed } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import type { EditLines } from '../lines/line-fields.tsx'
import { useOnceFound } from '../lines/once-found.ts'
import { productsOf } from '../lines/product-line.ts'
import { titleOf } from '../purchasing/document-field.tsx'
import { HeadFields, MoreFields } from '../purchasing/document-fields.tsx'
import {
  bodyOf,
  changesOf,
  copyOf,
  DOCUMENT_KINDS,
  type DocumentKind,
  type DocumentLine,
  type DocumentValues,
  EMPTY,
  isReady,
  madeFrom,
  movesStock,
  totalOf,
  valuesOf,
} from '../purchasing/document-values.ts'
import { useDocumentPlace, useGo } from '../purchasing/going.ts'
import { DocumentLineFields } from './document-line-fields.tsx'

const kindOf = (text: string | undefined, usual: DocumentKind): DocumentKind =>
  DOCUMENT_KINDS.find((one) => one === text) ?? usual

/**
 * The form for a new document, which calls POST /procurement/documents. In the page address, `?copy=` names a document
 * to copy, `?based=` a document whose remaining goods fill the form, and `?make=` the type of the new document.
 */
export function NewDocument() {
  const [{ copy, based, make, supplier }] = useAddress()
  const say = useWords('purchasing')
  const { toList } = useGo('documents')
  const view = useRecord('documents', copy ?? based)
  const kind = kindOf(make, useDocumentPlace() === 'orders' ? 'purchase_order' : EMPTY.kind)
  const others = useList('documents', { sourceDocumentId: based, kind: [kind] }, based !== undefined)
  const form = (initial: DocumentValues) => (
    <NewForm key={copy ?? based} name={[copy, based, make].filter(Boolean).join('/')} initial={initial} />
  )
  if (copy === undefined && based === undefined) return form({ ...EMPTY, kind, supplierId: supplier ?? null })
  const isRead = copy !== undefined || !(others.isPending || others.isOld)
  const gated: RecordView<Document> = { ...view, record: isRead ? view.record : undefined }
  return (
    <RecordGate view={gated} title={say('newDocument')} onClose={toList}>
      {(document) =>
        form(
          copy !== undefined
            ? copyOf(document, typed)
            : madeFrom(document, { kind, taken: others.items.filter(isCounted), typed }),
        )
      }
    </RecordGate>
  )
}

const isCounted = ({ status }: Document) => status !== 'cancelled'

function NewForm({ name, initial }: { readonly name: string; readonly initial: DocumentValues }) {
  const say = useWords('purchasing')
  const { toList, toRecord } = useGo('documents')
  return (
    <DocumentForm
      name={`purchasing/documents/new/${name}`}
      title={say('newDocument')}
      initial={initial}
      send={({ now }, sending) => client.documents.create(bodyOf(now), sending)}
      onDone={(document) => {
        toast(say('draftSaved', { name: titleOf(say, document) }))
        toRecord(document.id)
      }}
      onClose={toList}
    />
  )
}

/** The form for changing a draft of a document, which calls PATCH /procurement/documents/{documentId}. */
export function EditDocument({ id }: { readonly id: string }) {
  const say = useWords('purchasing')
  const core = useWords('core')
  const { toRecord } = useGo('documents')
  const close = useCallback(() => toRecord(id), [toRecord, id])
  return (
    <RecordGate view={useRecord('documents', id)} title={say('document')} onClose={close}>
      {(document) =>
        document.status === 'draft' ? (
          <DocumentForm
            name={`purchasing/documents/${id}`}
            id={id}
            title={titleOf(say, document)}
            initial={valuesOf(document, typed)}
            send={({ now, base }, sending) => client.documents.update(id, changesOf(base, now), sending)}
            onDone={() => {
              toast(core('changesSaved'))
              close()
            }}
            onClose={close}
          />
        ) : (
          <Panel title={titleOf(say, document)} closeLabel={core('close')} onClose={close}>
            <Empty title={say('onlyDrafts')} text={say('onlyDraftsText')} />
          </Panel>
        )
      }
    </RecordGate>
  )
}

interface FormValues {
  readonly now: DocumentValues
  /** The values with which the form for a draft was opened. */
  readonly base: DocumentValues
}

interface DocumentFormProps {
  readonly name: string
  readonly title: string
  /** The id of the draft that is being edited; absent for a new document. */
  readonly id?: string
  readonly initial: DocumentValues
  readonly send: (values: FormValues, sending: Sending) => ReturnType<typeof client.documents.create>
  readonly onDone: (document: Document) => void
  readonly onClose: () => void
}

function DocumentForm({ name, title, id, initial, send, onDone, onClose }: DocumentFormProps) {
  const say = useWords('purchasing')
  const lineWords = useWords('lines')
  const [isAsked, setAsked] = useState(false)
  const form = useCommand<FormValues, Document>({
    name,
    initial: () => ({ now: initial, base: initial }),
    send,
    onDone,
  })
  const { now } = form.values
  const { failure, change: changeForm } = form
  const products = useRecords('products', productsOf(now.lines))
  const change = useCallback(
    (parts: Partial<DocumentValues>) => changeForm((before) => ({ now: { ...before.now, ...parts } })),
    [changeForm],
  )
  const changeLines = useCallback(
    (edit: EditLines<DocumentLine>) =>
      changeForm((before) => ({ now: { ...before.now, lines: edit(before.now.lines) } })),
    [changeForm],
  )
  const isComplete = isReady(now)
  const submit = useOnceFound(now.lines, () => {
    setAsked(!isComplete)
    if (isComplete) void form.submit()
  })
  const fields = { values: now, failure, id, isBegun: form.isChanged || initial.lines.length > 0, onChange: change }
  return (
    <FormPanel
      title={title}
      form={form}
      onClose={onClose}
      onSubmit={() => submit(null)}
      gap="md"
      isSentByEnter={false}
      notice={
        isAsked &&
        !isComplete && (
          <Text size="sm" c="red" role="alert">
            {lineWords('notReady')}
          </Text>
        )
      }
      consequence={<Text fw={600}>{say('totalLine', { total: money(totalOf(now.lines)) })}</Text>}
    >
      <HeadFields {...fields} />
      <DocumentLineFields
        lines={now.lines}
        products={products}
        warehouseId={now.warehouseId}
        isStocked={movesStock(now.kind)}
        failure={failure}
        isAsked={isAsked}
        onChange={changeLines}
      />
      <MoreFields {...fields} />
    </FormPanel>
  )
}
