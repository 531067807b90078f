/** Sends mail through the configured SMTP server. */
import { createTransport } from 'nodemailer'
import { METERS } from '../runtime/meters.ts'
import { inSpan, OUTCOME } from '../runtime/spans.ts'

const CONNECT_TIMEOUT_MS = 10_000
/** The number of milliseconds without any data, in the middle of a mail, after which the connection is closed. */
const SOCKET_TIMEOUT_MS = 20_000

/** Encoded as base64, so that no mail server changes a byte of the file. */
const JSON_FILE = { contentType: 'application/json', contentTransferEncoding: 'base64' } as const

interface Mail {
  /**
   * The mail's identifier, used as its Message-ID. It stays the same for every retry, so that servers and mail programs
   * can discard duplicates.
   */
  readonly id: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** A file of JSON that the mail carries. */
  readonly file?: { readonly name: string; readonly text: string }
}

export interface Mailer {
  /**
   * Sends a mail. Resolves when the server has accepted it. @returns the addresses that the server permanently refused.
   * If these are all addresses, nobody received the mail, and retrying would not help.
   */
  send(mail: Mail): Promise<readonly string[]>
}

/**
 * Opens a mailer. `from`: the sender as mail programs show it, either `Склад <sklad@example.org>` or only the address.
 */
export function openMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    send({ id, to, subject, text, file }) {
      const attachments = file === undefined ? [] : [{ filename: file.name, content: file.text, ...JSON_FILE }]
      const messageId = `<${id}@${domain}>`
      const headers = { 'Auto-Submitted': 'auto-generated' }
      return inSpan('mail', { kind: 'client', attributes: {} }, async (span) => {
        const count = (outcome: 'sent' | 'refused' | 'failed') => {
          METERS.mails.inc({ outcome })
          span?.set(OUTCOME, outcome)
        }
        try {
          const mail = { from, to: [...to], subject, text, messageId, headers, attachments }
          const { rejected } = await transport.sendMail(mail)
          count('sent')
          return rejected
        } catch (error) {
          const isRefused = isRefusedForGood(error)
          count(isRefused ? 'refused' : 'failed')
          if (isRefused) return to
          throw error
        }
      })
    },
  }
}

/**
 * Whether the server permanently refused all recipients. It did if its code for the last recipient is 500 or more. A
 * lower code means that the mail should be sent again later. An error in another step means that the configuration is
 * wrong.
 */
function isRefusedForGood(error: unknown): boolean {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  return code === 'EENVELOPE' && (command === 'API' || (command === 'RCPT TO' && (responseCode ?? 0) >= 500))
}
