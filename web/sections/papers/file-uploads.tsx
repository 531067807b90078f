/** The ways to add files (button, phone camera, dropping, pasting), and the progress of each upload. */
import { ActionIcon, Button, Group, Loader, Text } from '@mantine/core'
import { useMediaQuery, useNetwork } from '@mantine/hooks'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../sdk/errors.ts'
import { IconAlert, IconCamera, IconClock, IconUpload, IconX } from '../../components/icons.ts'
import { useShortcuts } from '../../components/shortcuts.ts'
import { describeFailure } from '../../data/refusals.ts'
import { type Upload, useQueue } from '../../data/upload-queue.ts'
import { documentUploads } from '../../data/uploads.ts'
import { type Say, useWords } from '../../words/words.ts'
import classes from './files.module.css'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,image/tiff,application/pdf,.tif,.tiff,.pdf'

/**
 * Returns the buttons for choosing and photographing files, and a function that opens the browser's file chooser. If
 * the user may not upload, there are no buttons.
 */
export function useFileInput(mayUpload: boolean): {
  readonly choose: () => void
  readonly buttons: ReactNode
  readonly inputs: ReactNode
} {
  const say = useWords('files')
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const hasCamera = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const choose = () => files.current?.click()
  useShortcuts(mayUpload ? { c: choose } : {})
  if (!mayUpload) return { choose, buttons: null, inputs: null }
  const take = (input: HTMLInputElement) => {
    documentUploads.add([...(input.files ?? [])])
    // Empty the file input, so that the user can choose the same file again.
    input.value = ''
  }
  return {
    choose,
    buttons: (
      <Group gap="xs" wrap="nowrap">
        {hasCamera && (
          <Button
            size="sm"
            variant="default"
            px={10}
            aria-label={say('photograph')}
            title={say('photograph')}
            onClick={() => camera.current?.click()}
          >
            <IconCamera size={18} aria-hidden />
          </Button>
        )}
        <Button size="sm" leftSection={<IconUpload size={16} aria-hidden />} onClick={choose} title="c">
          {say('upload')}
        </Button>
      </Group>
    ),
    inputs: (
      <>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          accept={ACCEPTED}
          aria-label={say('upload')}
          onChange={(event) => take(event.currentTarget)}
        />
        <input
          ref={camera}
          type="file"
          hidden
          accept="image/*"
          capture="environment"
          aria-label={say('photograph')}
          onChange={(event) => take(event.currentTarget)}
        />
      </>
    ),
  }
}

interface FileUploadsProps {
  readonly mayUpload: boolean
  readonly children: ReactNode
}

/** Uploads files that the user drops or pastes, and shows the running uploads above the list. */
export function FileUploads({ mayUpload, children }: FileUploadsProps) {
  const say = useWords('files')
  const uploads = useQueue(documentUploads)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!mayUpload) return
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      documentUploads.add(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [mayUpload])
  if (!mayUpload) return <div className={classes.files}>{children}</div>
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    documentUploads.add([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping files is optional; the button does the same
    <div
      className={classes.files}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      {isOver && (
        <div className={classes.drop} role="status">
          {say('drop')}
        </div>
      )}
      {uploads.length > 0 && (
        <ul className={classes.uploads} aria-label={say('uploads')}>
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} />
          ))}
        </ul>
      )}
      {children}
    </div>
  )
}

function UploadRow({ upload }: { readonly upload: Upload }) {
  const say = useWords('files')
  const { key, file } = upload
  const { online } = useNetwork()
  // While the device is offline, the client tries again and again. So "sending" would be the wrong word.
  const state = upload.state === 'sending' && !online ? 'unanswered' : upload.state
  const isRefused = state === 'refused'
  return (
    <li className={classes.upload}>
      <Mark state={state} />
      <span className={classes.uploadName}>{file.name}</span>
      <Text
        component="span"
        size="sm"
        c={isRefused ? 'red' : 'dimmed'}
        className={classes.uploadState}
        role={isRefused ? 'alert' : undefined}
      >
        {isRefused ? whyRefused(upload, say) : say(`upload-${state}`)}
      </Text>
      {isRefused && <Forget uploadKey={key} name={file.name} />}
    </li>
  )
}

function Mark({ state }: Pick<Upload, 'state'>) {
  if (state === 'sending') return <Loader size={16} aria-hidden />
  return state === 'refused' ? <IconAlert size={16} aria-hidden /> : <IconClock size={16} aria-hidden />
}

function Forget({ uploadKey, name }: { readonly uploadKey: string; readonly name: string }) {
  const core = useWords('core')
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={`${core('remove')}: ${name}`}
      onClick={() => documentUploads.drop(uploadKey)}
    >
      <IconX size={16} aria-hidden />
    </ActionIcon>
  )
}

const isHeic = ({ figures }: ApiError) => figures != null && 'reason' in figures && figures.reason === 'heic'

function whyRefused({ failure }: Upload, say: Say<'files'>): string {
  if (failure === null) return say('tooLarge')
  if (!(failure instanceof ApiError)) return describeFailure(failure).text
  if (failure.code === 'UNSUPPORTED_MEDIA_TYPE') return say(isHeic(failure) ? 'heic' : 'notReadable')
  return failure.code === 'BODY_TOO_LARGE' ? say('tooManyPixels') : describeFailure(failure).text
}
