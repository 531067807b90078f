/** A fast password hash for tests, because the service's real hash is deliberately slow. */
import { createHash, randomUUID } from 'node:crypto'
import { type PasswordHashing, SCRYPT } from '../../../server/access/passwords.ts'

const PREFIX = 'cheap'

const cheaply = (salt: string, password: string) =>
  createHash('sha256')
    .update(`${salt} ${password.normalize('NFKC')}`)
    .digest('hex')

export const CHEAP_HASHING: PasswordHashing = {
  hash: async (password) => {
    const salt = randomUUID()
    return [PREFIX, salt, cheaply(salt, password)].join(':')
  },
  verify: async ({ hash, password }) => {
    const [prefix, salt = '', digest] = hash.split(':')
    // Accounts created by the shell command have the service's real hash.
    return prefix === PREFIX ? cheaply(salt, password) === digest : SCRYPT.verify({ hash, password })
  },
}
