/**
 * Reads barcodes with the camera. Uses the browser's own detector if it has one, otherwise ZXing, which is loaded from
 * our own server.
 */
import { Alert, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../words/words.ts'
import classes from './floor.module.css'

const LOOK_MS = 120
/**
 * How long, in milliseconds, a code must be out of view before it counts as a new scan. While it stays in view, it
 * counts once.
 */
const AGAIN_MS = 1_500
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code', 'data_matrix'] as const

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}

interface NativeDetector {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

async function openDetector(): Promise<Detector> {
  const own = (globalThis as { readonly BarcodeDetector?: NativeDetector }).BarcodeDetector
  const supported = (await own?.getSupportedFormats().catch(() => [])) ?? []
  if (own !== undefined && supported.includes('ean_13'))
    return new own({ formats: FORMATS.filter((one) => supported.includes(one)) })
  const [{ BarcodeDetector, prepareZXingModule }, { default: wasm }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ])
  prepareZXingModule({ overrides: { locateFile: () => wasm } })
  return new BarcodeDetector({ formats: [...FORMATS] })
}

interface CameraProps {
  readonly onCode: (code: string) => void
  readonly onClose: () => void
}

export function Camera({ onCode, onClose }: CameraProps) {
  const say = useWords('floor')
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<'denied' | 'none' | null>(null)
  const latest = useRef(onCode)
  latest.current = onCode
  useEffect(() => {
    const end = new AbortController()
    watch(video.current!, end.signal, (code) => latest.current(code)).catch((error: unknown) => {
      if (!end.signal.aborted) setFault((error as Error).name === 'NotAllowedError' ? 'denied' : 'none')
    })
    return () => end.abort()
  }, [])
  return (
    <section className={classes.camera} aria-label={say('cameraOpen')}>
      {fault === null ? (
        <>
          <video ref={video} muted playsInline className={classes.video} aria-label={say('cameraView')} />
          <p className={classes.hint}>{say('cameraHint')}</p>
        </>
      ) : (
        <Alert color="yellow" role="alert">
          {say(fault === 'denied' ? 'cameraDenied' : 'cameraNone')}
        </Alert>
      )}
      <Button size="lg" variant="default" fullWidth onClick={onClose}>
        {say('cameraClose')}
      </Button>
    </section>
  )
}

async function watch(video: HTMLVideoElement, signal: AbortSignal, tell: (code: string) => void): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const close = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) return close()
  signal.addEventListener('abort', close)
  video.srcObject = stream
  await video.play()
  const detector = await openDetector()
  const seen = new Map<string, number>()
  while (!signal.aborted) {
    const codes = await detector.detect(video).catch(() => [])
    const now = performance.now()
    for (const { rawValue } of codes) {
      if (!signal.aborted && now - (seen.get(rawValue) ?? -AGAIN_MS) >= AGAIN_MS) tell(rawValue)
      seen.set(rawValue, now)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}
