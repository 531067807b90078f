/**
 * Photos of a record; the first is the main photo. Users drop, paste, choose or take photos, reorder them by dragging
 * or with keys, and remove them.
 */
import { ActionIcon, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { IconDots, IconPhoto } from './icons.ts'
import classes from './photos.module.css'

interface Photo {
  readonly id: string
  /** The address of the photo's thumbnail. */
  readonly src: string
  readonly alt: string
}

interface PendingPhoto {
  readonly id: string
  /** The address of the file's preview; null when the file is not an image. */
  readonly src: string | null
  /** The message that says why the upload failed; null while the upload is running. */
  readonly failure: string | null
}

export interface PhotoWords {
  readonly label: string
  readonly add: string
  /** The text of the button that adds photos, as shown on touch screens. */
  readonly choose: string
  readonly camera: string
  readonly main: string
  readonly uploading: string
  readonly retry: string
  readonly drop: string
  readonly actions: (number: number) => string
  readonly open: (number: number) => string
  readonly makeMain: string
  readonly earlier: string
  readonly later: string
  readonly remove: string
}

interface PhotosProps {
  readonly words: PhotoWords
  readonly photos: readonly Photo[]
  readonly pending: readonly PendingPhoto[]
  readonly accept: readonly string[]
  /** The actions that change the photos, or null for users who may not change them. */
  readonly changing: {
    add(files: readonly File[]): void
    retry(id: string): void
    drop(id: string): void
    move(from: number, to: number): void
    remove(id: string): void
  } | null
  readonly onOpen: (index: number) => void
}

export function Photos({ words, photos, pending, accept, changing, onOpen }: PhotosProps) {
  useFilePaste(accept, changing?.add)
  return (
    <div>
      {photos.length + pending.length > 0 && (
        <ul className={classes.list} aria-label={words.label}>
          {photos.map((photo, index) => (
            <PhotoItem
              key={photo.id}
              photo={photo}
              index={index}
              last={photos.length - 1}
              words={words}
              changing={changing}
              onOpen={() => onOpen(index)}
            />
          ))}
          {pending.map(({ id, src, failure }) => (
            <li key={id} className={classes.photo} data-pending data-failed={failure !== null || undefined}>
              {src !== null && <img className={classes.picture} src={src} alt="" />}
              <div className={classes.note} role={failure === null ? 'status' : 'alert'}>
                {failure ?? words.uploading}
                {failure !== null && changing !== null && (
                  <Group gap={4}>
                    <Button size="compact-xs" variant="default" onClick={() => changing.retry(id)}>
                      {words.retry}
                    </Button>
                    <Button size="compact-xs" variant="default" onClick={() => changing.drop(id)}>
                      {words.drop}
                    </Button>
                  </Group>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      {changing !== null && <AddPhotos words={words} accept={accept} onAdd={changing.add} />}
    </div>
  )
}

interface AddProps {
  readonly words: PhotoWords
  readonly accept: readonly string[]
  readonly onAdd: (files: readonly File[]) => void
}

function AddPhotos({ words, accept, onAdd }: AddProps) {
  const camera = useRef<HTMLInputElement>(null)
  const isTouch = typeof window !== 'undefined' && window.matchMedia('(pointer: coarse)').matches
  return (
    <Group gap="xs" align="stretch">
      <Dropzone
        className={classes.zone}
        style={{ flex: 1 }}
        accept={[...accept]}
        onDrop={onAdd}
        // Also upload files that are not images, because the server's response states what is wrong with them.
        onReject={(rejected) => onAdd(rejected.map(({ file }) => file))}
        inputProps={{ 'aria-label': words.add }}
      >
        <Group gap="xs" wrap="nowrap">
          <IconPhoto size={18} className={classes.icon} aria-hidden />
          <Text size="sm">{isTouch ? words.choose : words.add}</Text>
        </Group>
      </Dropzone>
      {isTouch && (
        <>
          <Button variant="default" h="auto" onClick={() => camera.current?.click()}>
            {words.camera}
          </Button>
          <input
            ref={camera}
            type="file"
            hidden
            aria-label={words.camera}
            accept={accept.join(',')}
            capture="environment"
            onChange={(event) => {
              onAdd([...(event.currentTarget.files ?? [])])
              event.currentTarget.value = ''
            }}
          />
        </>
      )}
    </Group>
  )
}

interface ItemProps extends Pick<PhotosProps, 'words' | 'changing'> {
  readonly photo: Photo
  readonly index: number
  readonly last: number
  readonly onOpen: () => void
}

const DRAGGED = 'application/x-photo'

function PhotoItem({ photo, index, last, words, changing, onOpen }: ItemProps) {
  const [isOver, setOver] = useState(false)
  const move = (to: number) => {
    if (changing !== null && to >= 0 && to <= last) changing.move(index, to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || !/^Arrow(Left|Right)$/.test(event.key)) return
    event.preventDefault()
    move(index + (event.key === 'ArrowLeft' ? -1 : 1))
  }
  const isOurs = (event: DragEvent) => changing !== null && event.dataTransfer.types.includes(DRAGGED)
  return (
    <li
      className={classes.photo}
      data-over={isOver || undefined}
      draggable={changing !== null}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(index))}
      onDragOver={(event) => {
        if (!isOurs(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!isOurs(event)) return
        event.preventDefault()
        changing!.move(Number(event.dataTransfer.getData(DRAGGED)), index)
      }}
    >
      <UnstyledButton
        className={classes.open}
        aria-label={words.open(index + 1)}
        aria-keyshortcuts={changing === null ? undefined : 'Alt+ArrowLeft Alt+ArrowRight'}
        onClick={onOpen}
        onKeyDown={onKeyDown}
      >
        <img className={classes.picture} src={photo.src} alt={photo.alt} draggable={false} />
      </UnstyledButton>
      {index === 0 && last > 0 && <span className={classes.badge}>{words.main}</span>}
      {changing !== null && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon className={classes.menu} variant="default" size={28} aria-label={words.actions(index + 1)}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {index > 0 && <Menu.Item onClick={() => move(0)}>{words.makeMain}</Menu.Item>}
            {index > 0 && <Menu.Item onClick={() => move(index - 1)}>{words.earlier}</Menu.Item>}
            {index < last && <Menu.Item onClick={() => move(index + 1)}>{words.later}</Menu.Item>}
            <Menu.Item color="red" onClick={() => changing.remove(photo.id)}>
              {words.remove}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}

/** Adds pasted files of the accepted types, unless a dialog is open. */
function useFilePaste(accept: readonly string[], onAdd: ((files: readonly File[]) => void) | undefined): void {
  const latest = useRef(onAdd)
  latest.current = onAdd
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])].filter(({ type }) => accept.includes(type))
      if (files.length === 0 || latest.current === undefined) return
      if (document.querySelector('[aria-modal="true"]') !== null) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [accept])
}
