/**
 * Sends the e-mails about accounts. They are sent at once and never retried, because their links expire soon and users
 * can request another e-mail.
 */
import { v7 } from 'uuid'
import { withInnerQuotes } from '../../spellings/quotes.ts'
import type { EngineLog } from '../engine/memory.ts'
import type { Mailer } from '../integrations/mail.ts'

/** The change of the second factor: it was switched on or off, or its recovery codes were replaced. */
export type SecondFactorChange = 'on' | 'off' | 'codes'

const SECOND_FACTOR: Record<SecondFactorChange, readonly [subject: string, text: string]> = {
  on: ['Второй фактор включён', 'Теперь для входа в Складно нужен и код из приложения.'],
  off: ['Второй фактор выключен', 'Теперь для входа в Складно достаточно пароля.'],
  codes: [
    'Новые коды восстановления',
    'Созданы новые коды восстановления для входа в Складно. Прежние больше не действуют.',
  ],
}

export interface AccessMails {
  resetPassword(to: string, link: string, minutes: number): Promise<void>
  verifyEmail(to: string, link: string): Promise<void>
  passwordChanged(to: string): Promise<void>
  emailChanged(to: string, email: string): Promise<void>
  invited(to: string, link: string, by: { company: string; person: string; days: number }): Promise<void>
  secondFactorChanged(to: string, change: SecondFactorChange): Promise<void>
  /** Resolves when all e-mails have been sent or have failed. */
  settled(): Promise<void>
}

export function openMails(mailer: Mailer, log: EngineLog): AccessMails {
  const sending = new Set<Promise<void>>()
  // Requests do not wait for the e-mail, because the time it takes would reveal whether an account exists. The log
  // contains neither the text of the e-mail nor the address.
  const send = async (to: string, subject: string, lines: readonly string[]) => {
    const sent = mailer
      .send({
        id: v7(),
        to: [to],
        subject: withInnerQuotes(subject),
        text: `${lines.map(withInnerQuotes).join('\n\n')}\n`,
      })
      .then(
        (refused) => {
          if (refused.length > 0) log.warn({}, 'The mail server refused the address of an account')
        },
        (error: unknown) => log.warn({ error }, 'A mail about an account could not be sent'),
      )
    sending.add(sent)
    void sent.finally(() => sending.delete(sent))
  }
  return {
    resetPassword: (to, link, minutes) =>
      send(to, 'Новый пароль', [
        'Кто-то, надеемся, что вы, просит задать новый пароль для входа в Складно.',
        `Чтобы задать его, откройте ссылку. Она действует ${minutes} минут и только один раз:\n${link}`,
        'Если это были не вы, ничего не делайте: пароль остался прежним.',
      ]),
    verifyEmail: (to, link) =>
      send(to, 'Подтвердите адрес почты', [
        `Чтобы подтвердить, что этот адрес ваш, откройте ссылку. Она действует час:\n${link}`,
        'Если вы не заводили учётную запись в Складно, ничего не делайте.',
      ]),
    passwordChanged: (to) =>
      send(to, 'Пароль изменён', [
        'Пароль для входа в Складно изменён, все прежние сеансы завершены.',
        'Если это были не вы, задайте новый пароль через «Забыли пароль?».',
      ]),
    emailChanged: (to, email) =>
      send(to, 'Адрес почты изменён', [
        `Теперь для входа в Складно служит адрес ${email}.`,
        'Если это были не вы, обратитесь к владельцу компании.',
      ]),
    invited: (to, link, { company, person, days }) =>
      send(to, `Приглашение в «${company}»`, [
        `${person} приглашает вас работать в компании «${company}» в Складно.`,
        `Чтобы принять приглашение, откройте ссылку. Она действует ${days} дней и только один раз:\n${link}`,
        'Если вы не ждали приглашения, ничего не делайте.',
      ]),
    secondFactorChanged: (to, change) => {
      const [subject, text] = SECOND_FACTOR[change]
      return send(to, subject, [
        text,
        'Если это были не вы, задайте новый пароль через «Забыли пароль?»: все сеансы завершатся.',
      ])
    },
    async settled() {
      await Promise.all(sending)
    },
  }
}
