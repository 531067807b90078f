/**
 * The error code for a command that would exceed a limit of the company (status 409). problems.ts explains what an
 * entry contains.
 */
import type { AboutCode } from './about-code.ts'

export const LIMIT_CONFLICTS = {
  COMPANY_LIMIT_REACHED: {
    status: 409,
    title: 'The company has as much as it may have',
    when: 'The command would add a product or a file beyond a limit that the operator of the service set for the company. Existing products and files can still be changed and deleted.',
    advice:
      'Delete what nobody needs, or ask the operator for more. `GET /limits` says what is used; a deleted file may count for a day.',
    said: [
      'Достигнут предел, заданный для компании. Удалите лишнее или попросите администратора сервера его поднять.',
      'A limit of the company is reached. Delete what you do not need, or ask the server’s administrator for more.',
    ],
    reasons: {
      products: {
        figures: { limit: 'count', used: 'count' },
        told: [
          'Товаров уже {{used}}, а можно не больше {{limit}}. Удалите лишние или попросите администратора сервера поднять предел.',
          'There are {{used}} products, and at most {{limit}} are allowed. Delete some, or ask the server’s administrator for more.',
        ],
      },
      files: {
        figures: { limit: 'count', used: 'count' },
        told: [
          'Файлов и фотографий уже {{used}}, а можно не больше {{limit}}. Удалите лишние или попросите администратора сервера поднять предел.',
          'There are {{used}} files and photos, and at most {{limit}} are allowed. Delete some, or ask the server’s administrator for more.',
        ],
      },
      bytes: {
        figures: { limit: 'count', used: 'count' },
        told: [
          'Место для файлов и фотографий занято. Удалите лишние или попросите администратора сервера дать больше места.',
          'There is no room for more files and photos. Delete some, or ask the server’s administrator for more room.',
        ],
      },
    },
  },
} as const satisfies Record<string, AboutCode>
