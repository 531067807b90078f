/** Creates folders that other accounts on the machine must not read. */
import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'

export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600
const OTHERS = 0o077

/**
 * Creates a folder that only this account can enter, and its missing parent folders. If the folder exists, removes
 * other accounts' access to it; this protects everything inside, whatever permissions the entries have. If the folder
 * cannot be used, throws an error that mentions the setting.
 */
export async function makePrivateFolder(folder: string, setting: string, log: FastifyBaseLogger): Promise<void> {
  await makeFolder(folder, setting)
  await close(folder, log)
}

/**
 * Creates a folder that an operator chose. If the folder exists, its permissions are kept, because it may also contain
 * other files; only the entries that belong to the service are closed to other accounts.
 */
export async function makeSharedFolder(
  folder: string,
  setting: string,
  { isOurs, log }: { isOurs: (name: string) => boolean; log: FastifyBaseLogger },
): Promise<void> {
  await makeFolder(folder, setting)
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (entry.isDirectory() && isOurs(entry.name)) await close(join(folder, entry.name), log)
}

async function makeFolder(folder: string, setting: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(
      `${setting} must name a folder that this account can write to, but it cannot write to ${folder} (${code}).`,
    )
  }
}

async function close(folder: string, log: FastifyBaseLogger): Promise<void> {
  const { mode } = await stat(folder)
  if ((mode & OTHERS) === 0) return
  try {
    await chmod(folder, PRIVATE_FOLDER)
  } catch (error) {
    log.warn({ error, folder }, 'Other accounts of this machine can enter one of our folders: close it by hand')
  }
}
