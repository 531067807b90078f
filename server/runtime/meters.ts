/**
 * The service's metrics for its operator. The rest of the code updates the metrics defined here, and http/metrics.ts
 * exposes them. Labels are names of our own, such as routes and codes, never ids or anything sent by a client, so that
 * the number of series is bounded. Each process counts separately. docs/operations.md lists the metrics. Source:
 * docs/decisions/0071-what-an-operator-sees.md.
 */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Upper bounds of histogram buckets, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const LONG_SECONDS = [0.05, 0.25, 1, 2.5, 5, 10, 30, 60, 120]
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256]

// Each node adds these metrics to the registry that it exposes, so they are not registered in any registry here.
const registers: Registry[] = []
const counter = <T extends string>(name: string, help: string, ...labelNames: T[]) =>
  new Counter({ name, help, labelNames, registers })
const histogram = <T extends string>(name: string, help: string, buckets: number[], ...labelNames: T[]) =>
  new Histogram({ name, help, buckets, labelNames, registers })

export const METERS = {
  requests: histogram(
    'skladno_http_request_seconds',
    'Requests, with the time until the answer was sent. status: the class, such as 2xx.',
    SECONDS,
    'method',
    'route',
    'status',
  ),
  refusals: counter('skladno_refusals_total', 'Problems that were answered, by code.', 'code'),
  limitRefusals: counter(
    'skladno_limit_refusals_total',
    'Requests, products and files refused by a limit of their company: requests, products, files, bytes.',
    'limit',
  ),
  commands: counter(
    'skladno_commands_total',
    'Commands by outcome: executed, replayed, refused, unavailable, failed (a bug of ours).',
    'outcome',
  ),
  batches: counter(
    'skladno_commits_total',
    'Batches of commands sent to PostgreSQL: committed, moved (another node was first), failed.',
    'outcome',
  ),
  batchSeconds: histogram('skladno_commit_seconds', 'The time of a commit, with its wait for a connection.', SECONDS),
  batchCommands: histogram('skladno_commit_commands', 'Commands in a batch.', BATCH_SIZES),
  companyLoads: histogram(
    'skladno_company_load_seconds',
    'Companies loaded into memory, and how long it took.',
    LONG_SECONDS,
  ),
  companyEvictions: counter('skladno_company_evictions_total', 'Companies unloaded because memory ran short.'),
  jobs: counter(
    'skladno_jobs_total',
    'Background jobs that this node ran: completed, or failed (they are tried again).',
    'queue',
    'outcome',
  ),
  jobsDue: new Gauge({
    name: 'skladno_jobs_due',
    help: 'Background jobs of all nodes that could start now, by queue; counted up to 64.',
    labelNames: ['queue'],
    registers,
  }),
  pages: histogram(
    'skladno_recognition_page_seconds',
    'Pages of uploaded documents, and how long reading them took: read, failed.',
    LONG_SECONDS,
    'outcome',
  ),
  mails: counter('skladno_mails_total', 'Mails: sent, refused (all recipients, for good), failed.', 'outcome'),
  spans: counter('skladno_spans_total', 'Spans of traces: sent to the collector, or failed (lost).', 'outcome'),
  signInFailures: counter(
    'skladno_sign_in_failures_total',
    'Wrong passwords and codes, and tries that came too early.',
    'reason',
  ),
} as const
