/** The settings and services needed to read uploaded files. */
import type { FileStore } from '../integrations/file-store.ts'
import type { WorkerParts } from '../workers/jobs.ts'
import type { RecognizerSettings } from './recognizers.ts'

interface RecognitionSettings {
  readonly recognizer: RecognizerSettings
  /** How many files this node reads at a time; 0 when only other nodes read files. */
  readonly workers: number
  /**
   * The time limit for reading a page, applied separately to processor time and to idle time. The default depends on
   * the recognizer.
   */
  readonly pageSeconds?: number | undefined
  /** The path of a file with companies' names by tax number. */
  readonly registryFile?: string | undefined
}

export interface RecognitionParts extends WorkerParts {
  readonly files: FileStore
  readonly recognition: RecognitionSettings
}
