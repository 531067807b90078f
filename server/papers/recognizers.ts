/** Chooses the recognizer: the embedded one, or a vision endpoint that the operator names. */
import type { Recognizer } from '../recognition/recognizer.ts'
import { tesseractRecognizer } from './tesseract-recognizer.ts'
import { visionRecognizer } from './vision-recognizer.ts'

/** null: the embedded recognizer. Otherwise an OpenAI-compatible endpoint, such as Ollama's, and its model. */
export type RecognizerSettings = { readonly url: string; readonly model: string } | null

/** Opens the recognizer. It uses no resources until it first reads. */
export function openRecognizer(settings: RecognizerSettings): Recognizer {
  return settings === null ? tesseractRecognizer() : visionRecognizer(settings)
}
