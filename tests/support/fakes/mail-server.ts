/** An SMTP server that stores the e-mails it receives. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  readonly from: string
  readonly to: string[]
  readonly messageId: string
  /** The source text of the e-mail, as it was received. */
  readonly raw: string
  readonly subject: string
  readonly text: string
}

export interface MailServer {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** Sets the server's reply to RCPT TO for this address; the default is 250. */
  refuseWith(address: string, code: number): void
  /** Makes the server refuse all connections with 421, until this is called with false. */
  beBusy(isBusy: boolean): void
  /** The number of connections that the server has refused so far. */
  readonly turnedAway: number
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  const refusals = new Map<string, number>()
  let isBusy = false
  let turnedAway = 0
  const refusal = (code: number) => Object.assign(new Error('not here'), { responseCode: code })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onConnect(_session, done) {
      if (isBusy) turnedAway += 1
      done(isBusy ? refusal(421) : null)
    },
    onRcptTo({ address }, _session, done) {
      const code = refusals.get(address)
      done(code === undefined ? null : refusal(code))
    },
    onData(stream, session, done) {
      stream.toArray().then((chunks) => {
        const raw = Buffer.concat(chunks as Buffer[]).toString()
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '',
          raw,
          subject: decodeSubject(raw),
          text: decodeText(raw),
        })
        done()
      }, done)
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    get turnedAway() {
      return turnedAway
    },
    refuseWith: (address, code) => refusals.set(address, code),
    beBusy: (busy) => {
      isBusy = busy
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Decodes words encoded as in RFC 2047 with UTF-8, which may be split anywhere. */
function decodeSubject(raw: string): string {
  const folded = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(raw)?.[1] ?? ''
  return folded
    .replace(/\r\n[ \t]+/g, ' ')
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?(b|q)\?(.*?)\?=/gi, (_all, form: string, text: string) =>
      form.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : fromQuoted(text.replaceAll('_', ' ')),
    )
}

function decodeText(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/^Content-Transfer-Encoding: base64/im.test(head)) return Buffer.from(body, 'base64').toString()
  return /^Content-Transfer-Encoding: quoted-printable/im.test(head) ? fromQuoted(body.replace(/=\r\n/g, '')) : body
}

function fromQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
