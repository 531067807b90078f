/**
 * The errors that requests to MoySklad can end with, each with a sentence for users. Source: docs of the JSON API 1.2,
 * its errors and limits.
 */

/** All kinds of errors. `retry`: whether the same request may succeed a little later. */
const KINDS = {
  'token-rejected': {
    retry: false,
    en: 'MoySklad does not accept the token: it is wrong, was revoked, or its user is blocked. Make a new token in MoySklad and connect again.',
    ru: 'МойСклад не принимает токен: он неверен, отозван, или его пользователь заблокирован. Создайте в МоёмСкладе новый токен и подключитесь снова.',
  },
  'no-api-access': {
    retry: false,
    en: 'The user of the token may not use the API of MoySklad. Its administrator can allow that in the settings of the employee.',
    ru: 'Пользователю этого токена закрыт доступ к API МоегоСклада. Его открывает администратор в настройках сотрудника.',
  },
  'not-permitted': {
    retry: false,
    en: 'The user of the token may not see this in MoySklad. Give the employee the right to view it, or take the token of another one.',
    ru: 'Пользователь этого токена не имеет права на просмотр этих данных в МоёмСкладе. Дайте сотруднику это право или возьмите токен другого сотрудника.',
  },
  'tariff-closed': {
    retry: false,
    en: 'The tariff of the MoySklad account does not include this.',
    ru: 'Это недоступно на тарифе вашего аккаунта МоегоСклада.',
  },
  'not-found': {
    retry: false,
    en: 'This record no longer exists in MoySklad.',
    ru: 'Такой записи в МоёмСкладе уже нет.',
  },
  'query-refused': {
    retry: false,
    en: 'MoySklad does not filter, sort or expand this list as requested.',
    ru: 'МойСклад не умеет так отбирать, сортировать или раскрывать этот список.',
  },
  'request-refused': {
    retry: false,
    en: 'MoySklad refused the request. This is an error on our side; please report it.',
    ru: 'МойСклад отклонил запрос. Это наша ошибка, сообщите о ней, пожалуйста.',
  },
  redirected: {
    retry: false,
    en: 'MoySklad redirects the request to another address. The redirect was not followed.',
    ru: 'МойСклад перенаправляет запрос на другой адрес. Мы туда не пошли.',
  },
  limited: {
    retry: true,
    en: 'MoySklad asks to wait: too many requests came for this account. The requests of other programs count too.',
    ru: 'МойСклад просит подождать: слишком много запросов к этому аккаунту. Запросы других программ тоже считаются.',
  },
  busy: {
    retry: true,
    en: 'Another request to this MoySklad account is under way. Try again in a minute.',
    ru: 'К этому аккаунту МоегоСклада уже идёт другой запрос. Повторите через минуту.',
  },
  down: {
    retry: true,
    en: 'MoySklad is not working right now. Try again later.',
    ru: 'МойСклад сейчас не работает. Повторите позже.',
  },
  held: {
    retry: false,
    en: 'This is a copy for a drill: it does not connect to MoySklad. Import at the service itself.',
    ru: 'Это учебная копия: она не обращается к МоемуСкладу. Импортируйте в самом сервисе.',
  },
  unreachable: {
    retry: true,
    en: 'MoySklad cannot be reached. Check the connection of this server to the internet, or try again later.',
    ru: 'Нет связи с МоимСкладом. Проверьте выход этого сервера в интернет или повторите позже.',
  },
  'no-answer': {
    retry: true,
    en: 'MoySklad did not answer in time. Try again later.',
    ru: 'МойСклад не ответил вовремя. Повторите позже.',
  },
  garbled: {
    retry: true,
    en: 'The answer from MoySklad was broken or incomplete. Try again later.',
    ru: 'Ответ МоегоСклада пришёл испорченным или неполным. Повторите позже.',
  },
} as const satisfies Record<string, { retry: boolean; en: string; ru: string }>

export type SourceErrorKind = keyof typeof KINDS

export const SOURCE_ERROR_KINDS = Object.keys(KINDS) as SourceErrorKind[]

/** Returns the sentence that explains a kind of error to users, in both languages. */
export const sentencesOf = (kind: SourceErrorKind): { readonly en: string; readonly ru: string } => KINDS[kind]

export interface SourceErrorExtras {
  /** The HTTP status, if there was a response. */
  readonly status?: number
  /** The error codes in MoySklad's response. */
  readonly codes?: readonly number[]
  /**
   * The content of the response in place of the expected content, as it is written to the log. Never contains personal
   * data, headers or tokens.
   */
  readonly found?: string
  /** The time at which the next request is allowed; only for errors of the kinds `limited` and `busy`. */
  readonly until?: Date
  /** The wait in milliseconds that MoySklad demanded; only for errors of the kind `limited`. */
  readonly retryAfterMs?: number
  /** The address that MoySklad redirected to; only for errors of the kind `redirected`. */
  readonly location?: string
  /** The list and the row that are faulty; only for errors of the kind `garbled`. */
  readonly place?: SourcePlace
}

/**
 * The fault in a response and its place, in words for the owner, who recognizes the list and the row by their names.
 */
export interface SourcePlace {
  /** The list's name in the checkpoint. */
  readonly list?: string
  /** The row's number, from 1. */
  readonly row?: number
  readonly name?: string
  /** The faulty nested list of the row; absent when the row itself is faulty. */
  readonly field?: string
  readonly what: 'broken' | 'short' | 'not-expanded'
}

/**
 * An error in a request to MoySklad. Contains neither the token nor the underlying error, because that error may
 * contain headers.
 */
export class SourceError extends Error {
  readonly kind: SourceErrorKind
  readonly extras: SourceErrorExtras

  constructor(kind: SourceErrorKind, extras: SourceErrorExtras = {}) {
    super(KINDS[kind].en)
    this.name = 'SourceError'
    this.kind = kind
    this.extras = extras
  }

  get isRetryable(): boolean {
    return KINDS[this.kind].retry
  }
}

const BY_CODE: Readonly<Record<number, SourceErrorKind>> = {
  1048: 'limited',
  1049: 'limited',
  1073: 'limited',
  1056: 'token-rejected',
  1061: 'no-api-access',
  1085: 'token-rejected',
  1016: 'not-permitted',
  1070: 'tariff-closed',
  1008: 'not-found',
  1021: 'not-found',
  1014: 'query-refused',
  1034: 'query-refused',
  1041: 'query-refused',
  1042: 'query-refused',
  1063: 'query-refused',
  1089: 'query-refused',
  1096: 'query-refused',
  3042: 'query-refused',
  3043: 'query-refused',
  1074: 'down',
  1083: 'down',
  1095: 'down',
}

const BY_STATUS: Readonly<Record<number, SourceErrorKind>> = {
  401: 'token-rejected',
  403: 'not-permitted',
  404: 'not-found',
  412: 'query-refused',
  429: 'limited',
}

export interface SourceReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

const FOUND_LENGTH = 80

/** Converts a response with a status other than 200 to an error. The response body may be JSON, HTML or empty. */
export function errorOf({ status, headers, text }: SourceReply): SourceError {
  const codes = codesIn(text)
  if (status >= 300 && status < 400) {
    const { location } = headers
    return new SourceError('redirected', { status, ...(typeof location === 'string' ? { location } : {}) })
  }
  const byCode = codes.map((code) => BY_CODE[code]).find((kind) => kind !== undefined)
  const kind = status >= 500 ? 'down' : (byCode ?? BY_STATUS[status] ?? 'request-refused')
  const asked = Number(headers['x-lognex-retry-after'] ?? Number.NaN)
  const retryAfter = kind === 'limited' && asked > 0 ? { retryAfterMs: asked } : {}
  // If the error is JSON, its codes are sufficient, so the text is not used.
  const found = codes.length > 0 ? {} : { found: text.slice(0, FOUND_LENGTH) }
  return new SourceError(kind, { status, codes, ...found, ...retryAfter })
}

function codesIn(text: string): number[] {
  try {
    const { errors } = JSON.parse(text) as { errors?: { code?: unknown }[] }
    if (!Array.isArray(errors)) return []
    return errors.map((error) => error?.code).filter((code) => typeof code === 'number')
  } catch {
    return []
  }
}
