/** What reading uploaded files is done with. */
import type { FileStore } from '../integrations/file-store.ts'
import type { WorkerParts } from '../workers/jobs.ts'
import type { RecognizerSettings } from './recognizers.ts'

interface RecognitionSettings {
  readonly recognizer: RecognizerSettings
  /** Files that this node reads at a time; 0: it reads none, and asks the others to. */
  readonly workers: number
  /** Longest that one page may take: of the processor's time, or of doing nothing. Without it: by the recognizer. */
  readonly pageSeconds?: number | undefined
  /** A table of companies' names by tax number. */
  readonly registryFile?: string | undefined
}

export interface RecognitionParts extends WorkerParts {
  readonly files: FileStore
  readonly recognition: RecognitionSettings
}
