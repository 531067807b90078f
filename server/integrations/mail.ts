/** Sends mail through the configured SMTP server. */
import { createTransport } from 'nodemailer'

const CONNECT_TIMEOUT_MS = 10_000
/** The longest silence of the server in the middle of a mail. */
const SOCKET_TIMEOUT_MS = 20_000

interface Mail {
  /**
   * Becomes the Message-ID. It is the same for every retry of a mail, so that servers and mail programs can drop
   * duplicates.
   */
  readonly id: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /**
   * Sends a mail; resolves when the server has accepted it. @returns the addresses that the server permanently refused.
   * If these are all addresses, nobody received the mail, and retrying will not help.
   */
  send(mail: Mail): Promise<readonly string[]>
}

/** `from` is the sender as mail programs show it: `Склад <sklad@example.org>`, or the address alone. */
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
    async send({ id, to, subject, text }) {
      const messageId = `<${id}@${domain}>`
      const headers = { 'Auto-Submitted': 'auto-generated' }
      try {
        const { rejected } = await transport.sendMail({ from, to: [...to], subject, text, messageId, headers })
        return rejected
      } catch (error) {
        if (isRefusedForGood(error)) return to
        throw error
      }
    },
  }
}

/**
 * Whether the server refused all recipients permanently, with a code of 500 or more for the last one. A lower code asks
 * to retry; an error in another step means a wrong configuration.
 */
function isRefusedForGood(error: unknown): boolean {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  return code === 'EENVELOPE' && (command === 'API' || (command === 'RCPT TO' && (responseCode ?? 0) >= 500))
}
