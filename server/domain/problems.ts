/**
 * Every code that an answer may have: its status, title and meaning for programmers, and what the app says. Everything
 * that names codes is derived from this: answers, the OpenAPI document, docs/errors.md (`npm run openapi`), the SDK and
 * the app's texts. docs/decisions/0049
 * Source: S-REFUSAL-2.
 */
import type { AboutCode } from './about-code.ts'
import { CONFLICTS } from './conflicts.ts'

/** Codes for requests that cannot be read, or are not allowed. */
const ASKED_WRONG = {
  VALIDATION_FAILED: {
    status: 400,
    title: 'The request does not fit its schema',
    when: 'A field, a query parameter or the path is missing, unknown, of the wrong type or out of bounds, or two fields contradict each other.',
    advice: 'Correct what `errors` names.',
    said: ['Проверьте то, что отмечено.', 'Please check what is marked.'],
  },
  MALFORMED_JSON: {
    status: 400,
    title: 'The body is not JSON',
    when: 'The body is empty, is not JSON in UTF-8, or is nested beyond measure.',
    advice: 'Send valid JSON; `{}` when there is nothing to say.',
    said: [
      'Запрос не удалось прочитать. Обновите страницу и повторите.',
      "Couldn't read the request. Reload the page and try again.",
    ],
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    title: 'The Idempotency-Key header is missing',
    when: 'A write came without the header `Idempotency-Key`.',
    advice: 'Send a new key with each new command.',
    said: [
      'Запрос ушёл без ключа. Обновите страницу и повторите.',
      'The request left without its key. Reload the page and try again.',
    ],
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    title: 'The Idempotency-Key header is not 8 to 120 characters',
    when: 'The key is shorter than 8 or longer than 120 characters.',
    advice: 'Use, for example, a UUID.',
    said: [
      'Запрос ушёл с неверным ключом. Обновите страницу и повторите.',
      'The request left with a wrong key. Reload the page and try again.',
    ],
  },
  EXTERNAL_TOKEN_REJECTED: {
    status: 400,
    title: 'The external system does not accept the token',
    when: 'The external accounting system does not accept the token, or its user may not use the API or see who he is.',
    advice: 'Do what `detail` says: make a new token there, or have its administrator open the API to the user.',
    said: [
      'Внешняя система не принимает этот токен. Создайте там новый или попросите её администратора открыть доступ к API.',
      'The external system does not accept this token. Make a new one there, or ask its administrator to open the API.',
    ],
  },
  UNREADABLE_TABLE: {
    status: 400,
    title: 'The file is no table that can be read',
    when: 'The uploaded file is no table, is damaged, or unpacks to too much.',
    advice: 'Do what `detail` says: mostly to save it anew as .xlsx or .csv.',
    said: [
      'Файл не похож на таблицу, которую можно прочитать. Сохраните его как электронную таблицу или как текст с разделителями.',
      'This is not a readable spreadsheet. Save it as .xlsx or .csv.',
    ],
  },
  UNAUTHENTICATED: {
    status: 401,
    title: 'A valid API token or session is needed',
    when: 'The token is missing, wrong, revoked or over; at the session address there is no session, or it is over.',
    advice: 'Send `Authorization: Bearer <token>` with a token that is valid; at the session address sign in.',
    said: ['Сеанс закончился. Войдите снова.', 'Your session has expired. Sign in again.'],
  },
  FORBIDDEN: {
    status: 403,
    title: 'This is not allowed for your role',
    when: 'Your role in the company does not allow this, it is about costs, which you are not shown, or the token is for reading. `detail` names the roles that may, and yours.',
    advice: 'Ask one of them, the owner of the company for another role, or for a token with the scope `write`.',
    said: [
      'Для вашей роли это недоступно. Попросите владельца компании.',
      "You don't have access. Ask an owner of the company.",
    ],
    reasons: {
      role: {
        figures: { allowed: 'words', role: 'word' },
      },
      owner_no_more: {
        figures: {},
        told: [
          'Это только для владельцев компании, а вы им больше не являетесь.',
          'This is for owners of the company, and you are one no longer.',
        ],
      },
      no_company: {
        figures: {},
        told: [
          'Вы не состоите ни в одной компании. Попросите приглашение.',
          'You belong to no company. Ask to be invited.',
        ],
      },
      read_only: {
        figures: {},
        told: ['Этот токен только для чтения.', 'This token is for reading.'],
      },
      another_email: {
        figures: {},
        told: ['Приглашение выписано на другую почту.', 'The invitation is for another email.'],
      },
    },
  },
  ORIGIN_REJECTED: {
    status: 403,
    title: 'The request comes from another site',
    when: 'A write at the session address comes from another site, or does not say where it comes from.',
    advice: 'Send the header `Origin` with the address of the service; see `APP_URL` in operations.md.',
    said: [
      'Запрос пришёл с другого адреса. Откройте приложение по его обычному адресу.',
      'The request came from another address. Open the app at its usual address.',
    ],
  },
  NOT_FOUND: {
    status: 404,
    title: 'Not found',
    when: "An id, or the name of a partner, that this company does not have. Another company's id is simply not found.",
    advice: 'Check the id or create the record first.',
    said: ['Этого больше нет: возможно, запись удалили.', 'This no longer exists: it may have been deleted.'],
    reasons: {
      id: {
        figures: { entity: 'word', id: 'id' },
      },
      name: {
        figures: { role: ['supplier', 'customer'], name: 'name' },
        told: ['Контрагента «{{name}}» нет. Сначала создайте его.', 'There is no partner “{{name}}”. Create it first.'],
      },
      id_as_name: {
        figures: { role: ['supplier', 'customer'], name: 'name' },
        told: ['Укажите имя контрагента: «{{name}}».', 'Give the name of the partner: “{{name}}”.'],
      },
      external_id: {
        figures: { entity: 'word', source: 'name', externalId: 'name' },
        told: [
          'Внешний код «{{externalId}}» здесь не известен.',
          'The external ID “{{externalId}}” is not known here.',
        ],
      },
      picture: {
        figures: { importId: 'id', page: 'count' },
        told: ['Изображения страницы {{page}} нет.', 'There is no picture of page {{page}}.'],
      },
      invitation: {
        figures: {},
        told: ['Приглашение не действует. Попросите новое.', 'This invitation is not valid. Ask for a new one.'],
      },
    },
  },
  ROUTE_NOT_FOUND: {
    status: 404,
    title: 'There is no such route',
    when: 'There is no such path, or not with this method.',
    advice: 'See `/openapi.json`.',
    said: [
      'Такого адреса нет. Обновите страницу: приложение могло обновиться.',
      'There is no such page. Reload: the app may have been updated.',
    ],
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: 'The request did not come in time',
    when: 'The headers took longer than 20 seconds to come, the request longer than an hour, or the body came slower than 512 bytes a second.',
    advice: 'Send it again with the same key, over a better line.',
    said: [
      'Запрос шёл слишком долго. Повторите, когда связь станет лучше.',
      'The request took too long. Try again on a better connection.',
    ],
  },
} as const satisfies Record<string, AboutCode>

/** Codes for conflicts with the team, tokens or an import. */
const CONFLICTS_BESIDE = {
  LAST_OWNER: {
    status: 409,
    title: 'A company needs an owner',
    when: 'The only owner of a company is to leave it, to be removed or to get another role.',
    advice: 'Make someone else an owner first.',
    said: [
      'Это единственный владелец. Сначала сделайте владельцем кого-то ещё.',
      'This is the only owner. Make someone else an owner first.',
    ],
  },
  ALREADY_MEMBER: {
    status: 409,
    title: 'The user is a member already',
    when: 'Somebody is invited to a company, or accepts an invitation to one, that he is a member of.',
    advice: 'Change the role of the member instead.',
    said: [
      'Этот человек уже в компании. Измените его роль.',
      'This person is already a member. Change the role instead.',
    ],
  },
  NOT_CONNECTED: {
    status: 409,
    title: 'The company is not connected to the external system',
    when: 'An import is started or resumed, and the company is not connected to the external accounting system.',
    advice: 'Connect it first, with a new key for the import.',
    said: [
      'МойСклад не подключён. Подключите его в настройках.',
      'MoySklad is not connected. Connect it in the settings.',
    ],
  },
  JOB_STATE: {
    status: 409,
    title: 'The state of the import does not allow this',
    when: 'The import is in a state that does not allow this, or another one of the company is not finished. `detail` names the state, and what can be done.',
    advice: 'Do that, or wait; then send the command with a new key.',
    said: [
      'Импорт сейчас в другом состоянии. Обновите страницу и посмотрите, что с ним можно сделать.',
      'The import is in another state now. Reload the page to see what can be done with it.',
    ],
    figures: { importId: 'id', status: 'word' },
  },
  MIGRATION_PENDING: {
    status: 409,
    title: 'The import waits for an update of the database',
    when: 'The tables of the import are not there yet: the operator holds an update of the database back.',
    advice: 'Ask the operator ([operations.md](operations.md#holding-migrations-back)); then send it with a new key.',
    said: [
      'Импорт ждёт обновления базы данных. Его разрешает администратор сервера.',
      'Imports wait for an update of the database, which the administrator of the server lets through.',
    ],
  },
  LIMIT_REACHED: {
    status: 409,
    title: 'There are as many as there may be',
    when: 'The company has as many tokens, or as many open invitations, as there may be.',
    advice: 'Revoke or withdraw some that nobody needs.',
    said: ['Больше завести нельзя. Уберите те, что не нужны.', 'The limit is reached. Remove those nobody needs.'],
    figures: { most: 'count' },
    told: [
      'Больше {{most}} завести нельзя. Уберите те, что не нужны.',
      'There may be at most {{most}}. Remove those nobody needs.',
    ],
  },
} as const satisfies Record<string, AboutCode>

/** Codes for requests that are too large, or that the service cannot process now. */
const NOT_NOW = {
  BODY_TOO_LARGE: {
    status: 413,
    title: 'The body is too large',
    when: 'The body is larger than the route takes: 1 MiB for JSON, 10 MiB and 64 megapixels for images, 25 MiB for procurement files.',
    advice: 'Send less, or in parts; a smaller picture.',
    said: ['Слишком большой объём. Отправьте меньше или по частям.', 'This is too large. Send less, or in parts.'],
    reasons: {
      bytes: {
        figures: { most: 'count' },
      },
      pixels: {
        figures: { width: 'count', height: 'count', most: 'count' },
        told: [
          'Изображение {{width}} × {{height}} точек слишком велико. Отправьте поменьше.',
          'The picture of {{width}} × {{height}} pixels is too large. Send a smaller one.',
        ],
      },
      pages: {
        figures: { pages: 'count', most: 'count' },
        told: [
          'Страниц в файле: {{pages}}, а читается не больше {{most}}. Отправьте только сам документ.',
          'The file has {{pages}} pages, and at most {{most}} are read. Send the document alone.',
        ],
      },
    },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'The content type is not accepted here',
    when: 'The content type is not one that the route takes, or the bytes are none of a file that it takes, or a damaged one.',
    advice: 'Send JSON as `Content-Type: application/json`, files as they are with their own type.',
    said: ['Такой файл не подходит или повреждён.', 'This kind of file is not accepted, or the file is damaged.'],
    reasons: {
      type: { figures: {}, told: ['Такой файл не подходит.', 'This kind of file is not accepted.'] },
      damaged: {
        figures: {},
        told: [
          'Файл повреждён или загружен не целиком. Отправьте его ещё раз.',
          'The file is damaged or incomplete. Send it again.',
        ],
      },
      locked: {
        figures: {},
        told: ['Файл закрыт паролем. Снимите пароль.', 'The file is locked by a password. Take it off.'],
      },
      heic: {
        figures: {},
        told: ['Снимки HEIC не открываются. Отправьте JPEG.', 'HEIC photos cannot be opened. Send JPEG.'],
      },
      illegible: {
        figures: {},
        told: ['Прочитать не удалось. Отправьте снимок получше.', "Couldn't read it. Send a better picture."],
      },
    },
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too much at once',
    when: 'Too many event streams are open for this token or company, too many requests came with the token or session in a minute, or too many mails are sent.',
    advice: 'Close some, or wait as long as `Retry-After` says, then try again.',
    said: [
      'Слишком много запросов подряд. Подождите немного и повторите.',
      'Too many requests in a row. Wait a moment and try again.',
    ],
  },
  INTERNAL: {
    status: 500,
    title: 'Something went wrong on our side',
    when: 'Something went wrong on our side.',
    advice: 'Repeat with the same key; if it stays, report the `requestId`.',
    said: [
      'Сбой на нашей стороне. Повторите: дважды это не выполнится.',
      "Something failed on our side. Try again: it won't be done twice.",
    ],
  },
  UNAVAILABLE: {
    status: 503,
    title: 'The service cannot take this request right now',
    when: 'The service is stopping, has too much to do, or cannot reach its database or its files.',
    advice: 'Wait as long as `Retry-After` says, then repeat with the same key.',
    said: [
      'Сервис сейчас занят или перезапускается. Повторите через минуту.',
      'The service is busy or restarting. Try again in a minute.',
    ],
  },
  EXTERNAL_UNAVAILABLE: {
    status: 503,
    title: 'The external system cannot be asked right now',
    when: 'The external accounting system is out of reach, answers with errors, asks to wait, or is being asked by others.',
    advice: 'Try again later with the same key; `detail` says when, where that is known.',
    said: ['Внешняя система сейчас недоступна. Повторите позже.', "Can't reach the external system. Try again later."],
  },
} as const satisfies Record<string, AboutCode>

/** All codes, in the order of the documentation. */
export const PROBLEMS = { ...ASKED_WRONG, ...CONFLICTS, ...CONFLICTS_BESIDE, ...NOT_NOW }

/** The table of all codes, for looking up a code known only at run time. */
export const ABOUT: Readonly<Record<keyof typeof PROBLEMS, AboutCode>> = PROBLEMS
