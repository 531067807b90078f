/** Sending mail through the configured SMTP server. */
import { createTransport } from 'nodemailer'

const CONNECT_TIMEOUT_MS = 10_000
/** Silence of the server in the middle of a mail. */
const SOCKET_TIMEOUT_MS = 20_000

interface Mail {
  /** Becomes the Message-ID. The same for every try of the same mail: servers and readers may drop the second one. */
  readonly id: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /**
   * Resolves when the server took the mail over.
   * @returns the addresses that it refused for good; all of them: nobody got the mail, and trying again will not help.
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

/** A code of 500 and more for the last recipient, when none was taken. Less asks to come again; of another step: a wrong set-up. */
function isRefusedForGood(error: unknown): boolean {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  return code === 'EENVELOPE' && (command === 'API' || (command === 'RCPT TO' && (responseCode ?? 0) >= 500))
}
