/** Chooses the recognizer: the embedded one, or a vision endpoint that the operator has configured. */
import type { Recognizer } from '../recognition/recognizer.ts'
import { tesseractRecognizer } from './tesseract-recognizer.ts'
import { visionRecognizer } from './vision-recognizer.ts'

/** The OpenAI-compatible endpoint (such as Ollama's) and its model; null for the embedded recognizer. */
export type RecognizerSettings = { readonly url: string; readonly model: string } | null

/** Creates the recognizer. It uses no resources until it reads its first page. */
export function openRecognizer(settings: RecognizerSettings): Recognizer {
  return settings === null ? tesseractRecognizer() : visionRecognizer(settings)
}
