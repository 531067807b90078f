/** The sentences and severity of a report code. */
export type Severity = 'info' | 'warning' | 'error'

export interface CodeWords {
  /** `error`: the row is not transferred. `warning`: the owner should look at it. `info`: nothing to do. */
  readonly severity: Severity
  readonly ru: string
  readonly en: string
}

export const info = (ru: string, en: string): CodeWords => ({ severity: 'info', ru, en })
export const warning = (ru: string, en: string): CodeWords => ({ severity: 'warning', ru, en })
export const error = (ru: string, en: string): CodeWords => ({ severity: 'error', ru, en })
