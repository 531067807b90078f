/**
 * Shows the ids that a record has in other systems. A record with such ids cannot be deleted, so owners and managers
 * can remove the ids here.
 */
import { ActionIcon, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ExternalLink } from '../../sdk/types.ts'
import { FigureTable, Heading } from '../components/facts.tsx'
import { IconTrash } from '../components/icons.ts'
import { toast } from '../components/toast.tsx'
import { cache } from '../data/cache.ts'
import { client } from '../data/client.ts'
import { useAction } from '../data/command.ts'
import { useMay } from '../data/session.ts'
import { day } from '../words/format.ts'
import { useWords } from '../words/words.ts'
import { Confirm } from './confirm.tsx'
import { Failure } from './failure.tsx'

const AT_ONCE = 100

/** Lists the record's links to other systems; renders nothing if there are none. */
export function ExternalLinks({ id }: { readonly id: string }) {
  const core = useWords('core')
  const mayDelete = useMay()('managers')
  const [asked, setAsked] = useState<ExternalLink | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: linksKey(id),
    // The stream of changes does not report these links, so load them each time they are shown.
    refetchOnMount: 'always',
    queryFn: async ({ signal }) =>
      (await client.externalLinks.list({ internalId: id, limit: AT_ONCE }, { signal }).page()).items,
  })
  if (error !== null) return <Failure error={error} onRetry={() => void refetch()} />
  if (data === undefined || data.length === 0) return null
  return (
    <section>
      <Heading text={core('externalLinks')} />
      <FigureTable
        label={core('externalLinks')}
        heads={[core('linkSource'), core('linkId'), core('linkMade'), ...(mayDelete ? [core('actions')] : [])]}
        figuresFrom={3}
      >
        <tbody>
          {data.map((link) => (
            <tr key={link.id}>
              <td>{link.source}</td>
              <td style={{ overflowWrap: 'anywhere' }}>{link.externalId}</td>
              <td>{day(link.createdAt)}</td>
              {mayDelete && (
                <td data-end>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={28}
                    aria-label={core('deleteLink', { name: `${link.source} ${link.externalId}` })}
                    onClick={() => setAsked(link)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </FigureTable>
      {asked !== null && <DeleteDialog link={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}

const linksKey = (id: string) => ['externalLinks', id]

interface DeleteDialogProps {
  readonly link: ExternalLink
  readonly onClose: () => void
}

function DeleteDialog({ link, onClose }: DeleteDialogProps) {
  const core = useWords('core')
  const { id, internalId, source, externalId } = link
  const deletion = useAction<string, { id: string }>(
    (linkId, sending) => client.externalLinks.delete(linkId, sending),
    () => {
      onClose()
      toast(core('linkDeleted'))
      void cache.invalidateQueries({ queryKey: linksKey(internalId) })
    },
  )
  return (
    <Confirm
      title={core('deleteLinkTitle')}
      action={core('delete')}
      isDangerous
      isSending={deletion.isSending}
      failure={deletion.failure}
      onConfirm={() => void deletion.run(id)}
      onClose={onClose}
      keepLabel={core('cancel')}
    >
      <Text size="sm">{core('deleteLinkText', { name: `${source} ${externalId}` })}</Text>
    </Confirm>
  )
}
