/**
 * Shows a scanned page, on which the place of each recognized line is marked. When the user chooses a line, its place
 * is shown; clicking a place chooses its line.
 */
import { ActionIcon, Skeleton, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../sdk/errors.ts'
import type { ListedImportFile } from '../../../sdk/types.ts'
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '../../components/icons.ts'
import { client } from '../../data/client.ts'
import { Failure } from '../../parts/failure.tsx'
import { useWords } from '../../words/words.ts'
import classes from './files.module.css'

/** The width of the page's picture in pixels. At this width its text is readable, and the picture has about 200 KB. */
const WIDTH = 1_600
const ZOOMS = [1, 1.5, 2, 3]

interface FilePageProps {
  readonly file: ListedImportFile
  /** The index of the chosen line; null when no line is chosen. */
  readonly chosen: number | null
  readonly onChoose: (line: number) => void
}

export function FilePage({ file, chosen, onChoose }: FilePageProps) {
  const say = useWords('files')
  const lines = file.extraction?.lines ?? []
  const place = chosen === null ? undefined : lines[chosen]?.place
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const { url, error, retry } = usePicture(file, page)
  useEffect(() => {
    if (place !== undefined) setPage(place.page)
  }, [place])
  useEffect(() => {
    if (url === null || place === undefined || place.page !== page) return
    scroller.current?.querySelector('[data-chosen]')?.scrollIntoView({ block: 'center', inline: 'nearest' })
  }, [url, place, page])
  const count = useCount(file, { page, setPage, error })
  const isLast = count !== null && page >= count
  return (
    <section className={classes.page} aria-label={say('pages')}>
      <div className={classes.pageBar}>
        {count !== 1 && (
          <>
            <Tool label={say('previousPage')} icon={IconChevronLeft} isOff={page <= 1} run={() => setPage(page - 1)} />
            <Text size="sm" role="status">
              {count === null ? say('page', { page }) : say('pageOf', { page, count })}
            </Text>
            <Tool label={say('nextPage')} icon={IconChevronRight} isOff={isLast} run={() => setPage(page + 1)} />
          </>
        )}
        <span className={classes.space} />
        <Tool label={say('zoomOut')} icon={IconZoomOut} isOff={zoom === 0} run={() => setZoom(zoom - 1)} />
        <Tool label={say('zoomIn')} icon={IconZoomIn} isOff={zoom === ZOOMS.length - 1} run={() => setZoom(zoom + 1)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <div ref={scroller} className={classes.sheet} tabIndex={0} role="group" aria-label={say('page', { page })}>
        {error !== null && <Failure error={error} title={say('pageFailed')} onRetry={retry} />}
        {error === null && url === null && <Skeleton height="100%" mih={240} />}
        {url !== null && (
          <div className={classes.picture} style={{ width: `${100 * ZOOMS[zoom]!}%` }}>
            <img src={url} alt={say('pageText', { page })} />
            {lines.map((line, at) => {
              if (line.place?.page !== page) return null
              const { x, y, width, height } = line.place
              const share = (part: number) => `${100 * part}%`
              return (
                <button
                  key={at}
                  type="button"
                  tabIndex={-1}
                  className={classes.place}
                  data-chosen={at === chosen || undefined}
                  aria-label={say('lineOnPage', { number: at + 1 })}
                  style={{ left: share(x), top: share(y), width: share(width), height: share(height) }}
                  onClick={() => onChoose(at)}
                />
              )
            })}
          </div>
        )}
      </div>
    </section>
  )
}

interface Turning {
  readonly page: number
  readonly setPage: (page: number) => void
  readonly error: Error | null
}

/**
 * Returns the number of pages of a file. If recognition did not count them, the number is null until a request finds
 * that there is no next page.
 */
function useCount({ contentType, extraction }: ListedImportFile, { page, setPage, error }: Turning): number | null {
  const [last, setLast] = useState<number | null>(null)
  const isBeyond = error instanceof ApiError && error.status === 404 && page > 1
  useEffect(() => {
    if (!isBeyond) return
    setLast(page - 1)
    setPage(page - 1)
  }, [isBeyond, page, setPage])
  const isPaged = contentType === 'application/pdf' || contentType === 'image/tiff'
  return extraction?.pages?.length ?? (isPaged ? last : 1)
}

interface ToolProps {
  readonly label: string
  readonly icon: typeof IconZoomIn
  readonly isOff: boolean
  readonly run: () => void
}

function Tool({ label, icon: Icon, isOff, run }: ToolProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} title={label} disabled={isOff} onClick={run}>
      <Icon size={18} aria-hidden />
    </ActionIcon>
  )
}

/** Returns whether the screen is too narrow to show the page and the lines side by side. */
export const useIsNarrow = () => useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })

/** How much of the page to show above and below a line, as a fraction of the line's height. */
const AROUND = 0.5

interface LineStripProps {
  readonly file: ListedImportFile
  readonly line: number
}

/**
 * Shows the part of the page that contains a line, large enough to read. The part is wider than a phone, so it scrolls
 * sideways.
 */
export function LineStrip({ file, line }: LineStripProps) {
  const say = useWords('files')
  const place = file.extraction?.lines[line]?.place
  const { url } = usePicture(file, place?.page ?? 1)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  if (place === undefined || url === null) return null
  const top = Math.max(0, place.y - AROUND * place.height)
  const height = (1 + 2 * AROUND) * place.height
  const ratio = size === null ? 12 : (place.width * size.width) / (height * size.height)
  const label = say('lineOnPage', { number: line + 1 })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div className={classes.strip} tabIndex={0} role="group" aria-label={label}>
      <div className={classes.stripInner} style={{ aspectRatio: String(ratio) }}>
        <img
          src={url}
          alt={label}
          style={{
            width: `${100 / place.width}%`,
            left: `${(-100 * place.x) / place.width}%`,
            top: `${(-100 * top) / height}%`,
          }}
          onLoad={({ currentTarget }) =>
            setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
        />
      </div>
    </div>
  )
}

/** Loads the picture of a page. Loads it again after recognition, which may have rotated the page. */
function usePicture({ id, extraction }: ListedImportFile, page: number) {
  const { data, error, refetch } = useQuery({
    queryKey: ['importPage', id, page, extraction?.pages?.[page - 1]?.rotation ?? 0],
    queryFn: ({ signal }) => client.imports.page(id, page, { width: WIDTH }, { signal }),
  })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (data === undefined) return setUrl(null)
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return { url, error, retry: () => void refetch() }
}
