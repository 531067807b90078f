/** Which recognizer reads: the embedded one, or a vision endpoint that the operator names. */
import type { Recognizer } from '../recognition/recognizer.ts'
import { tesseractRecognizer } from './tesseract-recognizer.ts'
import { visionRecognizer } from './vision-recognizer.ts'

/** null: the embedded one. Otherwise an OpenAI-compatible endpoint, such as Ollama's, and its model. */
export type RecognizerSettings = { readonly url: string; readonly model: string } | null

/** Takes nothing before it is asked to read. */
export function openRecognizer(settings: RecognizerSettings): Recognizer {
  return settings === null ? tesseractRecognizer() : visionRecognizer(settings)
}
