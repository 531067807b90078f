/**
 * Every problem code that a response may contain: its status, title, meaning for programmers, and the app's message.
 * Responses, the OpenAPI document, docs/errors.md (`npm run openapi`), the SDK and the app's texts are all derived from
 * this table. docs/decisions/0049 Source: S-REFUSAL-2.
 */
import type { AboutCode } from './about-code.ts'
import { CONFLICTS } from './conflicts.ts'
import { DELIVERY_CONFLICTS } from './delivery-conflicts.ts'
import { LIMIT_CONFLICTS } from './limit-conflicts.ts'
import { ORDERING_CONFLICTS } from './ordering-conflicts.ts'
import { PICKING_CONFLICTS } from './picking-conflicts.ts'
import { RETURN_CONFLICTS } from './return-conflicts.ts'
import { STOCK_CONFLICTS } from './stock-conflicts.ts'

/** Codes for requests that cannot be read or are not allowed. */
const ASKED_WRONG = {
  VALIDATION_FAILED: {
    status: 400,
    title: 'The request does not match its schema',
    when: 'A field, a query parameter or part of the path is missing, unknown, of the wrong type or out of range, or two fields contradict each other.',
    advice: 'Correct the fields listed in `errors`.',
    said: ['Проверьте то, что отмечено.', 'Please check the marked fields.'],
  },
  MALFORMED_JSON: {
    status: 400,
    title: 'The body is not JSON',
    when: 'The body is empty, is not JSON in UTF-8, or is nested too deeply.',
    advice: 'Send valid JSON; send `{}` when there is nothing to say.',
    said: [
      'Запрос не удалось прочитать. Обновите страницу и повторите.',
      "Couldn't read the request. Reload the page and try again.",
    ],
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    status: 400,
    title: 'The Idempotency-Key header is missing',
    when: 'A write was sent without the header `Idempotency-Key`.',
    advice: 'Send a new key with each new command.',
    said: [
      'Запрос ушёл без ключа. Обновите страницу и повторите.',
      'The request was sent without its key. Reload the page and try again.',
    ],
  },
  IDEMPOTENCY_KEY_INVALID: {
    status: 400,
    title: 'The Idempotency-Key header does not have 8 to 120 characters',
    when: 'The key is shorter than 8 or longer than 120 characters.',
    advice: 'Use, for example, a UUID.',
    said: [
      'Запрос ушёл с неверным ключом. Обновите страницу и повторите.',
      'The request was sent with a wrong key. Reload the page and try again.',
    ],
  },
  EXTERNAL_TOKEN_REJECTED: {
    status: 400,
    title: 'The external system does not accept the token',
    when: 'The external accounting system does not accept the token, or the token’s user may not use the API or read their own account.',
    advice:
      'Follow `detail`: make a new token in the external system, or ask its administrator to allow the user to use the API.',
    said: [
      'Внешняя система не принимает этот токен. Создайте там новый или попросите её администратора открыть доступ к API.',
      'The external system does not accept this token. Make a new one there, or ask its administrator to open the API.',
    ],
  },
  PASSWORD_WRONG: {
    status: 400,
    title: 'This is not your password',
    when: 'The request must contain the password of the signed-in user, but contains a different one.',
    advice: 'Send the password of the signed-in user; after several wrong ones, wait as long as `Retry-After` says.',
    said: ['Пароль не подходит.', "That's not your password."],
  },
  UNREADABLE_TABLE: {
    status: 400,
    title: 'The file is not a readable table',
    when: 'The uploaded file is not a table, is damaged, or unpacks to too much data.',
    advice: 'Follow `detail`: usually, save the file again as .xlsx or .csv.',
    said: [
      'Файл не похож на таблицу, которую можно прочитать. Сохраните его как электронную таблицу или как текст с разделителями.',
      'This is not a readable spreadsheet. Save it as .xlsx or .csv.',
    ],
  },
  UNAUTHENTICATED: {
    status: 401,
    title: 'A valid API token or session is needed',
    when: 'The token is missing, wrong, revoked or expired; at the session address, there is no session, or it has expired.',
    advice: 'Send `Authorization: Bearer <token>` with a valid token; at the session address, sign in.',
    said: ['Сеанс закончился. Войдите снова.', 'Your session has expired. Sign in again.'],
  },
  FORBIDDEN: {
    status: 403,
    title: 'Your role does not allow this',
    when: 'Your role in the company does not allow this, the command needs costs that you may not see, or the token can only read. `detail` names your role and the roles that are allowed.',
    advice:
      'Ask a member with one of those roles. Or ask the owner of the company for another role, or for a token with the scope `write`.',
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
          'This is only for owners of the company, and you are no longer one.',
        ],
      },
      no_company: {
        figures: {},
        told: [
          'Вы не состоите ни в одной компании. Попросите приглашение.',
          'You do not belong to any company. Ask for an invitation.',
        ],
      },
      read_only: {
        figures: {},
        told: ['Этот токен только для чтения.', 'This token can only read.'],
      },
      drill: {
        figures: {},
        told: [
          'Это учебная копия. Удалить компанию можно только на настоящем сервере.',
          'This is a practice copy. A company can only be deleted on the real server.',
        ],
      },
      another_email: {
        figures: {},
        told: ['Приглашение выписано на другую почту.', 'The invitation is for another e-mail address.'],
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
    when: 'This company has no record with the id, or no partner with the name. Ids of other companies are not found either.',
    advice: 'Check the id, or create the record first.',
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
        told: ['Укажите имя контрагента: «{{name}}».', 'Send the name of the partner, not its id: “{{name}}”.'],
      },
      external_id: {
        figures: { entity: 'word', source: 'name', externalId: 'name' },
        told: [
          'Внешний код «{{externalId}}» здесь не известен.',
          'There is no record with the external ID “{{externalId}}”.',
        ],
      },
      picture: {
        figures: { importId: 'id', page: 'count' },
        told: ['Изображения страницы {{page}} нет.', 'Page {{page}} has no picture.'],
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
    when: 'The path does not exist, or does not accept this method.',
    advice: 'See `/openapi.json`.',
    said: [
      'Такого адреса нет. Обновите страницу: приложение могло обновиться.',
      'There is no such page. Reload: the app may have been updated.',
    ],
  },
  REQUEST_TIMEOUT: {
    status: 408,
    title: 'The request took too long',
    when: 'The headers took longer than 20 seconds, the request took longer than an hour, or the body came more slowly than 512 bytes a second.',
    advice: 'Send it again with the same key, over a faster connection.',
    said: [
      'Запрос шёл слишком долго. Повторите, когда связь станет лучше.',
      'The request took too long. Try again on a better connection.',
    ],
  },
} as const satisfies Record<string, AboutCode>

/** Codes for conflicts that involve the team, tokens or an import. */
const CONFLICTS_BESIDE = {
  LAST_OWNER: {
    status: 409,
    title: 'A company needs an owner',
    when: 'The only owner of a company would leave it, be removed, or get another role.',
    advice: 'Make someone else an owner first.',
    said: [
      'Это единственный владелец. Сначала сделайте владельцем кого-то ещё.',
      'This is the only owner. Make someone else an owner first.',
    ],
  },
  NAME_DIFFERS: {
    status: 409,
    title: 'The company has another name',
    when: 'The name that must confirm the deletion of the company is not the company’s name.',
    advice:
      'Send the name of the company as the settings show it. Make sure that it is the company that you want to delete.',
    said: ['Название не совпадает.', "The name doesn't match."],
    figures: { name: 'name' },
    told: ['Компания называется «{{name}}».', 'The company is called “{{name}}”.'],
  },
  ALREADY_MEMBER: {
    status: 409,
    title: 'The user is already a member',
    when: 'The person who is invited, or who accepts the invitation, is already a member of the company.',
    advice: 'Change the role of the member instead.',
    said: [
      'Этот человек уже в компании. Измените его роль.',
      'This person is already a member. Change the role instead.',
    ],
  },
  NOT_CONNECTED: {
    status: 409,
    title: 'The company is not connected to the external system',
    when: 'The command starts or resumes an import, but the company is not connected to the external accounting system.',
    advice: 'Connect the company first; then start the import with a new key.',
    said: [
      'МойСклад не подключён. Подключите его в настройках.',
      'MoySklad is not connected. Connect it in the settings.',
    ],
  },
  JOB_STATE: {
    status: 409,
    title: 'The import is in the wrong state for this',
    when: 'The import is in a state that does not allow this, or the company has another unfinished import. `detail` names the state and what is possible.',
    advice: 'Do what is possible, or wait; then send the command with a new key.',
    said: [
      'Импорт сейчас в другом состоянии. Обновите страницу и посмотрите, что с ним можно сделать.',
      'The state of the import has changed. Reload the page to see what can be done with it.',
    ],
    figures: { importId: 'id', status: 'word' },
  },
  MIGRATION_PENDING: {
    status: 409,
    title: 'The import waits for an update of the database',
    when: 'The database does not have the tables of the import yet, because the operator is holding migrations back.',
    advice:
      'Ask the operator ([operations.md](operations.md#holding-migrations-back)); then send the command with a new key.',
    said: [
      'Импорт ждёт обновления базы данных. Его разрешает администратор сервера.',
      'Imports wait for an update of the database that the server’s administrator must start.',
    ],
  },
  LIMIT_REACHED: {
    status: 409,
    title: 'The limit is reached',
    when: 'The company already has the maximum number of this kind, such as tokens or open invitations.',
    advice: 'Revoke or withdraw those that nobody needs.',
    said: ['Больше завести нельзя. Уберите те, что не нужны.', 'The limit is reached. Remove those that nobody needs.'],
    figures: { most: 'count' },
    told: [
      'Больше {{most}} завести нельзя. Уберите те, что не нужны.',
      'There can be at most {{most}}. Remove those that nobody needs.',
    ],
  },
} as const satisfies Record<string, AboutCode>

/** Codes for requests that are too large, or that the service cannot process now. */
const NOT_NOW = {
  BODY_TOO_LARGE: {
    status: 413,
    title: 'The body is too large',
    when: 'The body is larger than the route accepts: 1 MiB for JSON, 10 MiB and 64 megapixels for images, 25 MiB for procurement files.',
    advice: 'Send less, send it in parts, or send a smaller picture.',
    said: [
      'Слишком большой объём. Отправьте меньше или по частям.',
      'This is too large. Send less, or send it in parts.',
    ],
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
          'The file has {{pages}} pages, but at most {{most}} can be read. Send the document alone.',
        ],
      },
    },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    title: 'The content type is not accepted here',
    when: 'The route does not accept this content type, or the bytes are damaged or of a file type that the route does not accept.',
    advice: 'Send JSON as `Content-Type: application/json`, and files unchanged with their own type.',
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
        told: ['Файл закрыт паролем. Снимите пароль.', 'The file is protected by a password. Remove the password.'],
      },
      heic: {
        figures: {},
        told: ['Снимки HEIC не открываются. Отправьте JPEG.', 'HEIC photos cannot be opened. Send JPEG.'],
      },
      illegible: {
        figures: {},
        told: ['Прочитать не удалось. Отправьте снимок получше.', 'The picture cannot be read. Send a better one.'],
      },
    },
  },
  RATE_LIMITED: {
    status: 429,
    title: 'Too many requests',
    when: 'The token or company has too many open event streams, the token, session or company sent too many requests in a minute, or too many mails were sent or wrong passwords given.',
    advice: 'Close some streams, or wait as long as `Retry-After` says, then try again.',
    said: [
      'Слишком много запросов подряд. Подождите немного и повторите.',
      'Too many requests. Wait a moment and try again.',
    ],
  },
  INTERNAL: {
    status: 500,
    title: 'Something went wrong on our side',
    when: 'Something went wrong on our side.',
    advice: 'Repeat the request with the same key; if it fails again, report the `requestId`.',
    said: [
      'Сбой на нашей стороне. Повторите: дважды это не выполнится.',
      'Something failed on our side. Try again: nothing will be done twice.',
    ],
  },
  UNAVAILABLE: {
    status: 503,
    title: 'The service cannot take this request right now',
    when: 'The service is stopping, is overloaded, or cannot reach its database or its files, or the database stopped a request that took too long.',
    advice: 'Wait as long as `Retry-After` says, then repeat with the same key.',
    said: [
      'Сервис сейчас занят или перезапускается. Повторите через минуту.',
      'The service is busy or restarting. Try again in a minute.',
    ],
  },
  EXTERNAL_UNAVAILABLE: {
    status: 503,
    title: 'The external system cannot be reached right now',
    when: 'The external accounting system cannot be reached, answers with errors, asks to wait, or is busy with other requests.',
    advice: 'Try again later with the same key; `detail` says when, if that is known.',
    said: ['Внешняя система сейчас недоступна. Повторите позже.', "Can't reach the external system. Try again later."],
  },
} as const satisfies Record<string, AboutCode>

/** All codes, in the order in which they are documented. */
export const PROBLEMS = {
  ...ASKED_WRONG,
  ...CONFLICTS,
  ...RETURN_CONFLICTS,
  ...ORDERING_CONFLICTS,
  ...DELIVERY_CONFLICTS,
  ...PICKING_CONFLICTS,
  ...STOCK_CONFLICTS,
  ...CONFLICTS_BESIDE,
  ...LIMIT_CONFLICTS,
  ...NOT_NOW,
}

/** The table of all codes, for looking up a code known only at run time. */
export const ABOUT: Readonly<Record<keyof typeof PROBLEMS, AboutCode>> = PROBLEMS
