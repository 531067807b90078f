/** The entry point of the service: `npm start`. */
import { pino, stdSerializers } from 'pino'
import { readConfig } from './config.ts'
import { startService } from './service.ts'

/**
 * A second signal within this time is treated as a repeat of the first, because a shell and npm both forward the
 * signal.
 */
const SAME_SIGNAL_MS = 1_000

let log = pino()

try {
  const config = readConfig()
  log = pino({ level: config.logLevel, serializers: { error: stdSerializers.err } })
  const service = await startService(config, log)
  let stoppingSince: number | null = null
  const stop = (signal: string) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > SAME_SIGNAL_MS) service.endDrain()
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'Stopping: requests already accepted are finished first')
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ error }, 'The service did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  log.fatal(`Skladno could not start: ${(error as Error).message}`)
  process.exit(1)
}
