/** The commands that an owner can give to an import, and the states in which each is allowed. Source: S-IMPORT-7. */
import { type Logged, log } from '../../domain/audit-log.ts'
import { Refusal } from '../../domain/refusals.ts'
import { FINISHED, type Job, type JobPhase, type JobStatus } from './job.ts'

export type JobCommand = 'pause' | 'resume' | 'cancel' | 'apply'

interface Move {
  readonly from: readonly JobStatus[]
  readonly to: (job: Job) => { readonly status: JobStatus; readonly phase: JobPhase }
  /** The audit log entry for the command. */
  readonly logged: Logged
}

const workingOn = ({ phase }: Pick<Job, 'phase'>): JobStatus => (phase === 'apply' ? 'applying' : 'previewing')

export const JOB_MOVES: Readonly<Record<JobCommand, Move>> = {
  pause: {
    from: ['previewing', 'applying'],
    to: ({ phase }) => ({ status: 'paused', phase }),
    logged: log('import.paused', {}),
  },
  resume: {
    from: ['paused', 'failed'],
    to: (job) => ({ status: workingOn(job), phase: job.phase }),
    logged: log('import.resumed', {}),
  },
  cancel: {
    from: ['previewing', 'ready', 'applying', 'paused', 'failed'],
    to: ({ phase }) => ({ status: 'cancelled', phase }),
    logged: log('import.cancelled', {}),
  },
  apply: {
    from: ['ready'],
    to: () => ({ status: 'applying', phase: 'apply' }),
    logged: log('import.applied', {}),
  },
}

const COMMANDS = Object.keys(JOB_MOVES) as JobCommand[]

const STATES: Readonly<Record<JobStatus, string>> = {
  previewing: 'is reading and planning (previewing)',
  ready: 'is ready to be applied (ready)',
  applying: 'is being written (applying)',
  paused: 'is paused (paused)',
  failed: 'has stopped at an error (failed)',
  cancelled: 'was cancelled (cancelled)',
  done: 'is over (done)',
}

const isMovable = (job: Job, command: JobCommand): boolean =>
  JOB_MOVES[command].from.includes(job.status) ||
  // Resuming also ends a wait that would otherwise have ended by itself later.
  (command === 'resume' && job.pausedUntil !== null && job.status === workingOn(job))

/** Returns how a command changes an import. Refuses with JOB_STATE if the import's state does not allow the command. */
export function moveOf(job: Job, command: JobCommand): Move & ReturnType<Move['to']> {
  if (!isMovable(job, command))
    throw new Refusal(
      'JOB_STATE',
      `The import ${STATES[job.status]}, so ${command} is not possible. ${adviceFor(job)}`,
      {
        figures: { importId: job.id, status: job.status },
      },
    )
  const move = JOB_MOVES[command]
  return { ...move, ...move.to(job) }
}

/** Refuses an action because an import is unfinished. */
export function unfinished({ id, status }: Job, what: string): Refusal {
  return new Refusal('JOB_STATE', `The import ${id} ${STATES[status]}. ${what}`, { figures: { importId: id, status } })
}

function adviceFor(job: Job): string {
  if (FINISHED.includes(job.status)) return 'Start a new one.'
  const possible = COMMANDS.filter((command) => isMovable(job, command))
  return `Possible now: ${possible.join(', ')}.`
}
