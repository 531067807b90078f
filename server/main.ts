/** The entry point of the service: `npm start`. */
import { pino, stdSerializers } from 'pino'
import { readConfig } from './config.ts'
import { startService } from './service.ts'

let log = pino()

try {
  const config = readConfig()
  log = pino({ level: config.logLevel, serializers: { error: stdSerializers.err } })
  const service = await startService(config, log)
  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
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
