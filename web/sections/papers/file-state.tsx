/**
 * The state of a file as an icon with text: its place in the queue and the remaining time, or the result of
 * recognition.
 */
import { Text } from '@mantine/core'
import { useEffect } from 'react'
import type { Extraction, ListedImportFile } from '../../../sdk/types.ts'
import { IconAlert, IconCheck, IconClock } from '../../components/icons.ts'
import { cache } from '../../data/cache.ts'
import { day } from '../../words/format.ts'
import { languageNow, type Say, useWords } from '../../words/words.ts'
import classes from './files.module.css'
import { paperOf } from './paper-title.ts'

const LOOK_AGAIN_MS = 2_000
const MINUTE = 60
const SURE = 0.9

export const isWaiting = ({ status }: ListedImportFile) => status === 'queued' || status === 'processing'

/**
 * Requests the files again and again while one of them is waiting, because the stream of changes does not report the
 * progress of recognition.
 */
export function useProgress(isAnyWaiting: boolean): void {
  useEffect(() => {
    if (!isAnyWaiting) return
    const look = () => {
      void cache.invalidateQueries({ queryKey: ['list', 'imports'] })
      void cache.invalidateQueries({ queryKey: ['record', 'imports'] })
    }
    const timer = setInterval(look, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isAnyWaiting])
}

/**
 * Describes the progress of a file, for example `2-й в очереди, осталось около 20 с`, or that
 * recognition takes longer than estimated.
 */
export function progressText({ status, recognition }: ListedImportFile, say: Say<'files'>): string {
  if (recognition === undefined) return say(`state-${status}`)
  const { queuePosition, estimatedRemainingSeconds: seconds, estimateExceeded } = recognition
  const place = status === 'processing' ? say('state-processing') : say('position', { position: queuePosition })
  if (estimateExceeded) return `${place}, ${say('longer')}`
  if (seconds === null) return place
  const left =
    seconds < MINUTE
      ? say('secondsLeft', { count: Math.max(1, Math.round(seconds)) })
      : say('minutesLeft', { count: Math.ceil(seconds / MINUTE) })
  return `${place}, ${left}`
}

/** Returns whether the user should check what was recognized before making a document from it. */
const wantsLook = ({ extraction }: ListedImportFile): boolean =>
  extraction !== undefined &&
  (extraction.warnings.length > 0 ||
    extraction.supplier.partnerId === undefined ||
    extraction.lines.some(({ productId, confidence }) => productId === undefined || confidence < SURE))

export function FileState({ file }: { readonly file: ListedImportFile }) {
  const say = useWords('files')
  const { status } = file
  const isDoubtful = status === 'recognized' && wantsLook(file)
  const Icon = isWaiting(file) ? IconClock : status === 'failed' || isDoubtful ? IconAlert : IconCheck
  const tone = status === 'failed' ? 'bad' : isDoubtful ? 'look' : isWaiting(file) ? 'waits' : 'good'
  const text = isWaiting(file) ? progressText(file, say) : say(isDoubtful ? 'state-attention' : `state-${status}`)
  return (
    <Text component="span" size="sm" className={classes.state} data-tone={tone}>
      <Icon size={16} aria-hidden />
      <span>{text}</span>
    </Text>
  )
}

/** Returns the name of the type of the paper document, such as an invoice. */
export const paperKindText = (extraction: Extraction, say: Say<'files'>): string => say(`paper-${paperOf(extraction)}`)

/** Returns a summary of what was recognized in a file, for example `УПД № 77 от 15.01.2026, 2 строки`. */
export function foundText({ extraction }: ListedImportFile, say: Say<'files'>): string {
  if (extraction === undefined) return ''
  const { reference, issuedAt, lines } = extraction
  const paper = paperKindText(extraction, say)
  const numbered = reference === null ? paper : say('paperNumber', { paper, number: reference })
  const dated = issuedAt === null ? numbered : say('paperDate', { paper: numbered, date: day(issuedAt) })
  return `${dated}, ${say('lines', { count: lines.length })}`
}

/**
 * Returns the part in the user's language of the server's message, which has the form `По-русски. (In
 * English.)`.
 */
export function reasonOf(error: string | undefined): string {
  const [, ru, en] = /^(.*?) \((.*)\)$/su.exec(error ?? '') ?? []
  return (languageNow() === 'ru' ? ru : en) ?? error ?? ''
}
