/** Opens the file store for shell commands. */
import { pino } from 'pino'
import { readConfig } from '../config.ts'
import { type FileStore, openFileStore } from '../integrations/file-store.ts'

export function openShellFiles(): FileStore {
  return openFileStore(readConfig().files, pino({ level: 'silent' }))
}
