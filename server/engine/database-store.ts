/** The engine's store in PostgreSQL. */
import { findCheckpoint, insertCheckpoint, listChunks, newestCheckpoint } from '../store/checkpoints.ts'
import {
  findCommandId,
  findCommands,
  findReplayed,
  listChangesSince,
  listImagesSince,
  sumChanges,
} from '../store/commands.ts'
import { commitBatch, lockCompany, projectHere, writeBeside } from '../store/commits.ts'
import { currentRevision, findCompany, findProjectedRevision } from '../store/companies.ts'
import { type Database, readCompany, readLog, readSnapshot, readTables, type Tx } from '../store/database.ts'
import { fetchRecords, findRecords, listFinishedAsOf, loadRecords, openRecords } from '../store/records.ts'
import type { CompanyReading, CompanyStore, CompanyWriting } from './company-store.ts'
import { readPrefetched } from './prefetch.ts'

/** Returns the store of the companies in a database. */
export function databaseStore(database: Database): CompanyStore {
  const { health, projector } = database
  return {
    health,
    projector,
    commit: (batch) => commitBatch(database, batch),
    currentRevision: (companyId) => currentRevision(database, companyId),
    findReplayed: (companyId, asked) => findReplayed(database, companyId, asked),
    newestCheckpoint: (companyId) => newestCheckpoint(database, companyId),
    insertCheckpoint: (companyId, made) => insertCheckpoint(database, companyId, made),
    read: (asker, reads, work) => {
      const { companyId } = asker
      const read = reads === 'tables' ? readTables : readSnapshot
      return read(database, asker, (tx) => work(readingOf(tx, companyId)))
    },
    readInTurn: (asker, reads, work) => {
      const { companyId } = asker
      if (reads === 'tables') return readCompany(database, asker, (tx) => work(readingOf(tx, companyId)))
      return readLog(database, companyId, (tx) => work(readingOf(tx, companyId)))
    },
    write: (companyId, work) => writeBeside(database, companyId, (tx) => work(writingOf(tx, companyId))),
  }
}

/** Returns what the engine reads of a company in a transaction. */
export function readingOf(tx: Tx, companyId: string): CompanyReading {
  return {
    findCompany: () => findCompany(tx, companyId),
    findProjectedRevision: () => findProjectedRevision(tx, companyId),
    loadRecords: (kind) => loadRecords(tx, companyId, kind),
    openRecords: (kinds) => openRecords(tx, companyId, kinds),
    fetchRecords: (kind) => fetchRecords(tx, kind),
    findRecords: (kind, keys) => findRecords(tx, companyId, kind, keys),
    listFinishedAsOf: (kind, asOf) => listFinishedAsOf(tx, companyId, kind, asOf),
    prefetch: (queries) => readPrefetched(tx, companyId, queries),
    findCommands: (keys) => findCommands(tx, companyId, keys),
    findCommandId: (revision) => findCommandId(tx, companyId, revision),
    listChangesSince: (page) => listChangesSince(tx, companyId, page),
    listImagesSince: (page) => listImagesSince(tx, companyId, page),
    sumChanges: (range) => sumChanges(tx, companyId, range),
    findCheckpoint: (revision) => findCheckpoint(tx, companyId, revision),
    listChunks: (digests) => listChunks(tx, companyId, digests),
  }
}

function writingOf(tx: Tx, companyId: string): CompanyWriting {
  return {
    ...readingOf(tx, companyId),
    lock: () => lockCompany(tx, companyId),
    project: () => projectHere(tx, companyId),
    commit: (batch) => commitBatch(tx, batch),
  }
}
