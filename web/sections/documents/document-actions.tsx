/** The buttons and menu items for the actions that a document allows in its current status. */

import { Button, Menu } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Document } from '../../../sdk/types.ts'
import { client } from '../../data/client.ts'
import { useDocumentPayments } from '../../data/document-payments.ts'
import { PAID_AS } from '../../data/paid.ts'
import { useMay } from '../../data/session.ts'
import { PaperDialog } from '../../parts/paper-dialog.tsx'
import { RecordActions } from '../../parts/record-actions.tsx'
import { documents } from '../../records/documents.ts'
import { useWords } from '../../words/words.ts'
import { titleOf } from '../purchasing/document-field.tsx'
import { NEXT_KINDS } from '../purchasing/document-values.ts'
import { useDocumentPlace } from '../purchasing/going.ts'
import { useSpecWords } from '../records/all.ts'
import { CancelDialog, CloseDialog, PostDialog } from './document-dialogs.tsx'

const DIALOGS = { post: PostDialog, close: CloseDialog, cancel: CancelDialog }

interface ActionsProps {
  readonly document: Document
  readonly onGone: () => void
}

export function DocumentActions({ document, onGone }: ActionsProps) {
  const say = useWords('purchasing')
  const core = useWords('core')
  const plain = useSpecWords(documents)
  const mayChange = useMay()('managers')
  const [asked, setAsked] = useState<keyof typeof DIALOGS | 'paper' | null>(null)
  if (!mayChange) return null
  const { id, status } = document
  const isDraft = status === 'draft'
  const place = useDocumentPlace()
  const Dialog = asked === null || asked === 'paper' ? null : DIALOGS[asked]
  return (
    <>
      {isDraft && (
        <Button size="compact-md" onClick={() => setAsked('post')}>
          {say('post')}
        </Button>
      )}
      {status === 'posted' && <PayButton document={document} />}
      <RecordActions
        id={id}
        name={titleOf(say, document)}
        archived={null}
        remove={isDraft ? client.documents.delete : null}
        editPath={isDraft ? `/purchasing/${place}/${id}/edit` : null}
        deleteText={say('deleteText')}
        onGone={onGone}
        items={
          <>
            <MakeItems document={document} />
            {!isDraft && <Menu.Item onClick={() => setAsked('paper')}>{core('paper')}</Menu.Item>}
            {status === 'posted' && <Menu.Item onClick={() => setAsked('close')}>{say('closeDocument')}</Menu.Item>}
            {(isDraft || status === 'posted') && (
              <Menu.Item onClick={() => setAsked('cancel')}>{say('cancelDocument')}</Menu.Item>
            )}
          </>
        }
      />
      {asked === 'paper' && (
        <PaperDialog
          name={titleOf(say, document)}
          paper={{ documentDate: document.issuedAt, documentNumber: document.reference }}
          labels={{ documentDate: plain('issuedAt'), documentNumber: plain('reference') }}
          names={{ documentDate: 'issuedAt', documentNumber: 'reference' }}
          send={({ documentDate: issuedAt, documentNumber: reference }, sending) =>
            client.documents.setPaper(id, { issuedAt, reference }, sending)
          }
          onClose={() => setAsked(null)}
        />
      )}
      {Dialog !== null && <Dialog document={document} onClose={() => setAsked(null)} />}
    </>
  )
}

/** The button «Оплатить» ("Pay"), shown while part of the document's amount is unpaid. */
function PayButton({ document }: { readonly document: Document }) {
  const say = useWords('purchasing')
  const { figures } = useDocumentPayments(document)
  if (figures === undefined || figures.unpaid === 0) return null
  return (
    <Button component={Link} to={`/purchasing/payments/new?document=${document.id}`} size="compact-md">
      {say(PAID_AS[document.kind] === 'incoming' ? 'takeMoney' : 'pay')}
    </Button>
  )
}

/**
 * The menu items that create another document from this one: a copy, or the document that usually follows, such as a
 * receipt after an order.
 */
function MakeItems({ document: { id, kind, status } }: { readonly document: Document }) {
  const say = useWords('purchasing')
  const navigate = useNavigate()
  const go = (search: object) => () => void navigate({ to: '/purchasing/documents/new', search: search as never })
  return (
    <>
      {status !== 'cancelled' &&
        NEXT_KINDS[kind].map((next) => (
          <Menu.Item key={next} onClick={go({ based: id, make: next })}>
            {say('makeKind', { kind: say(`kind-${next}`) })}
          </Menu.Item>
        ))}
      <Menu.Item onClick={go({ copy: id })}>{say('copy')}</Menu.Item>
    </>
  )
}
