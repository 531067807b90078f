/**
 * The panel of one uploaded file, from its place in the queue to the finished document. The scanned page is beside what
 * was recognized.
 */
import { Alert, Button, Group, Loader, Menu, Stack, Text } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { ImportFile, ListedImportFile } from '../../../sdk/types.ts'
import { Panel } from '../../components/split.tsx'
import { toast } from '../../components/toast.tsx'
import { client } from '../../data/client.ts'
import { useAction } from '../../data/command.ts'
import { useRecord } from '../../data/lists.ts'
import { useMay } from '../../data/session.ts'
import { ActionsMenu } from '../../parts/actions-menu.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { RecordGate } from '../../parts/record-gate.tsx'
import { dayAndTime } from '../../words/format.ts'
import { useWords } from '../../words/words.ts'
import { FileFacts, MadeDocument } from './file-facts.tsx'
import { FilePage } from './file-page.tsx'
import { FileReview, type FrameParts } from './file-review.tsx'
import { FileState, isWaiting, progressText, reasonOf, useProgress } from './file-state.tsx'
import classes from './files.module.css'

export function FilePanel() {
  const { id } = useParams({ strict: false }) as { readonly id: string }
  const say = useWords('files')
  const navigate = useNavigate()
  const view = useRecord('imports', id)
  const close = useCallback(() => void navigate({ to: '/purchasing/files' }), [navigate])
  useProgress(view.record !== undefined && isWaiting(view.record))
  return (
    <RecordGate view={view} title={say('one')} onClose={close}>
      {(file) => <FileView key={`${id} ${file.extraction?.recognition.startedAt ?? ''}`} file={file} onClose={close} />}
    </RecordGate>
  )
}

interface FileViewProps {
  readonly file: ListedImportFile
  readonly onClose: () => void
}

function FileView({ file, onClose }: FileViewProps) {
  const may = useMay()
  const [chosen, choose] = useState<number | null>(null)
  if (file.status === 'recognized' && may('managers'))
    return <FileReview file={file} frame={(parts) => <Frame file={file} onClose={onClose} {...parts} />} />
  return (
    <Frame file={file} onClose={onClose} chosen={chosen} onChoose={choose}>
      <Stack gap="md">
        {file.documentId !== undefined && may('who sees costs') && <MadeDocument documentId={file.documentId} />}
        <Reading file={file} />
        {file.extraction !== undefined && <FileFacts extraction={file.extraction} chosen={chosen} onChoose={choose} />}
      </Stack>
    </Frame>
  )
}

/** The layout of a file's panel. If the user may see the file's contents, the scanned page is beside the rest. */
function Frame({ file, onClose, chosen, onChoose, foot, children }: FileViewProps & FrameParts) {
  const core = useWords('core')
  const sees = useMay()('who sees costs')
  return (
    <Panel
      isWhole
      title={file.fileName}
      subtitle={
        <Group gap="xs">
          <FileState file={file} />
          <Text size="sm" c="dimmed">
            {dayAndTime(file.uploadedAt)}
          </Text>
        </Group>
      }
      closeLabel={core('close')}
      onClose={onClose}
      actions={<FileActions file={file} onGone={onClose} />}
      {...(foot !== undefined && { foot })}
    >
      <div className={classes.desk}>
        {sees && <FilePage file={file} chosen={chosen} onChoose={onChoose} />}
        <div className={classes.side}>{children}</div>
      </div>
    </Panel>
  )
}

/** Shows how far the recognition of a file is, or why it failed. */
function Reading({ file }: { readonly file: ListedImportFile }) {
  const say = useWords('files')
  const may = useMay()
  const { status, error } = file
  if (status === 'failed')
    return (
      <Alert color="red" variant="light" role="alert" title={say('failedTitle')}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{reasonOf(error)}</Text>
          {may('managers') && <ReadAgain file={file} />}
        </Stack>
      </Alert>
    )
  if (!isWaiting(file)) return null
  return (
    <Group role="status" wrap="nowrap" align="flex-start" gap="sm">
      <Loader size={20} aria-hidden />
      <div>
        <Text fw={600}>{progressText(file, say)}</Text>
        <Text size="sm" c="dimmed">
          {say(status === 'queued' ? 'queuedText' : 'processingText')}
        </Text>
      </div>
    </Group>
  )
}

const useReadAgain = () => useAction<string, ImportFile>((id, sending) => client.imports.recognize(id, sending))

function ReadAgain({ file }: { readonly file: ListedImportFile }) {
  const say = useWords('files')
  const again = useReadAgain()
  return (
    <>
      <Button size="compact-md" variant="default" loading={again.isSending} onClick={() => void again.run(file.id)}>
        {say('again')}
      </Button>
      <Failure error={again.failure} />
    </>
  )
}

type Asked = 'again' | 'delete' | null

function FileActions({ file, onGone }: { readonly file: ListedImportFile; readonly onGone: () => void }) {
  const say = useWords('files')
  const core = useWords('core')
  const may = useMay()
  const [asked, ask] = useState<Asked>(null)
  const mayChange = may('managers') && file.status !== 'imported'
  if (!may('who sees costs')) return null
  return (
    <>
      <ActionsMenu>
        <Menu.Item component="a" href={`/api/v1/procurement/imports/${file.id}/file`} download>
          {say('download')}
        </Menu.Item>
        {mayChange && !isWaiting(file) && <Menu.Item onClick={() => ask('again')}>{say('again')}</Menu.Item>}
        {mayChange && (
          <Menu.Item color="red" onClick={() => ask('delete')}>
            {core('delete')}
          </Menu.Item>
        )}
      </ActionsMenu>
      {asked !== null && <Question asked={asked} file={file} onGone={onGone} onClose={() => ask(null)} />}
    </>
  )
}

interface QuestionProps {
  readonly asked: 'again' | 'delete'
  readonly file: ListedImportFile
  readonly onGone: () => void
  readonly onClose: () => void
}

/** Asks for confirmation before an action on a file, and explains the consequences of the action. */
function Question({ asked, file, onGone, onClose }: QuestionProps) {
  const say = useWords('files')
  const core = useWords('core')
  const { id, fileName } = file
  const again = useReadAgain()
  const deletion = useAction<string, { id: string }>(
    (of, sending) => client.imports.delete(of, sending),
    () => {
      toast(say('deleted'))
      onGone()
    },
  )
  const isDeletion = asked === 'delete'
  const action = isDeletion ? deletion : again
  const run = async () => {
    if ((await action.run(id)) !== null) onClose()
  }
  return (
    <Confirm
      title={isDeletion ? core('deleteTitle', { name: fileName }) : say('againTitle')}
      action={isDeletion ? core('delete') : say('again')}
      isDangerous={isDeletion}
      isSending={action.isSending}
      failure={action.failure}
      onConfirm={() => void run()}
      onClose={onClose}
      keepLabel={core('cancel')}
    >
      <Text size="sm">{say(isDeletion ? 'deleteText' : 'againText')}</Text>
    </Confirm>
  )
}
