/** The parts that reading uploaded files needs. */
import type { FileStore } from '../integrations/file-store.ts'
import type { WorkerParts } from '../workers/jobs.ts'
import type { RecognizerSettings } from './recognizers.ts'

interface RecognitionSettings {
  readonly recognizer: RecognizerSettings
  /** How many files this node reads at a time; 0: other nodes read for it. */
  readonly workers: number
  /** The limit for a page, in processor time and in idle time. By default it depends on the recognizer. */
  readonly pageSeconds?: number | undefined
  /** The path of a table with companies' names by tax number. */
  readonly registryFile?: string | undefined
}

export interface RecognitionParts extends WorkerParts {
  readonly files: FileStore
  readonly recognition: RecognitionSettings
}
