/**
 * The records linked to a document: the document it is based on, documents made from it, its stock movements with their
 * lots, and the file it was read from.
 */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Document } from '../../../sdk/types.ts'
import { Heading } from '../../components/facts.tsx'
import { useList, useRecord } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { Failure } from '../../parts/failure.tsx'
import { money } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { titleOf } from '../purchasing/document-field.tsx'
import { movesStock, NEXT_KINDS } from '../purchasing/document-values.ts'
import { Movements } from '../purchasing/movements.tsx'
import { StatusBadge } from '../purchasing/status.tsx'

export function DocumentLinks({ document }: { readonly document: Document }) {
  const say = useWords('purchasing')
  const mayCreate = useMay()('managers')
  const { id, kind, status, sourceDocumentId, importId } = document
  const { record: source } = useRecord('documents', sourceDocumentId)
  const made = useList('documents', { sourceDocumentId: id })
  const next = mayCreate && status !== 'cancelled' ? NEXT_KINDS[kind] : []
  return (
    <Stack gap="xl">
      {sourceDocumentId !== null && (
        <section>
          <Heading text={say('source')} />
          {source === undefined ? (
            <Text size="sm" c="dimmed">
              …
            </Text>
          ) : (
            <DocumentLine document={source} />
          )}
        </section>
      )}
      <section>
        <Heading text={say('madeFrom')} />
        <Failure error={made.error} onRetry={made.retry} />
        {!made.isPending && made.items.length === 0 && made.error === null && (
          <Text size="sm" c="dimmed">
            {say('nothingMade')}
          </Text>
        )}
        <Stack gap={6}>
          {made.items.map((one) => (
            <DocumentLine key={one.id} document={one} />
          ))}
        </Stack>
        {next.length > 0 && (
          <Group gap="xs" mt={8}>
            {next.map((one) => (
              <Button
                key={one}
                component={Link}
                to={`/purchasing/documents/new?based=${id}&make=${one}`}
                variant="default"
                size="compact-sm"
              >
                {say('makeKind', { kind: say(`kind-${one}`) })}
              </Button>
            ))}
          </Group>
        )}
      </section>
      {movesStock(kind) && (
        <Movements title={say('stockMoves')} none={say('noStockMoves')} query={{ documentId: id }} />
      )}
      {importId !== null && (
        <section>
          <Heading text={say('file')} />
          <Anchor component={Link} to={`/purchasing/files/${importId}`} inherit>
            {say('openFile')}
          </Anchor>
        </section>
      )}
    </Stack>
  )
}

function DocumentLine({ document }: { readonly document: Document }) {
  const say = useWords('purchasing')
  return (
    <Group gap={8}>
      <Anchor component={Link} to={`/purchasing/documents/${document.id}`} inherit>
        {titleOf(say, document)}
      </Anchor>
      <StatusBadge status={document.status} />
      <Text size="sm" c="dimmed">
        {money(document.total)}
      </Text>
    </Group>
  )
}
