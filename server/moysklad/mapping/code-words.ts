/** How severe a problem in the import report is. */
export type Severity = 'info' | 'warning' | 'error'

export interface CodeWords {
  /**
   * `error`: the row is not transferred. `warning`: the owner should check the row. `info`: nothing needs to be done.
   */
  readonly severity: Severity
  readonly ru: string
  readonly en: string
}

export const info = (ru: string, en: string): CodeWords => ({ severity: 'info', ru, en })
export const warning = (ru: string, en: string): CodeWords => ({ severity: 'warning', ru, en })
export const error = (ru: string, en: string): CodeWords => ({ severity: 'error', ru, en })
