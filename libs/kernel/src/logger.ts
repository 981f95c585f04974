import type { LoggerService } from '@nestjs/common'
import { pino, type DestinationStream, type Logger } from 'pino'
import { currentTraceId } from './trace.js'

export type { Logger } from 'pino'
export const LOGGER = Symbol('LOGGER')

// Bodies are never logged; this also redacts objects that are logged by mistake.
const REDACTED = [
  'password',
  'token',
  'authorization',
  'email',
  'phoneNumber',
  'fullName',
  'code',
  'confirmationCode',
  'ConfirmationCode',
  'key',
  'mrzLines',
]
const CENSOR = '[redacted]'
/**
 * Matches error codes (words, or numbers of up to five digits), which are logged. Six-digit confirmation codes are
 * redacted.
 */
const ERROR_CODE = /^(?:(?!.*\d{3})[A-Za-z][A-Za-z0-9_]{1,60}|\d{1,5})$/

/**
 * Creates a logger that writes JSON lines, each with service and trace id.
 * @param destination standard output by default
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor },
    mixin: () => {
      const traceId = currentTraceId()
      return traceId ? { traceId } : {}
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

function censor(value: unknown, path: string[]): unknown {
  const isCode = path.at(-1) === 'code' && (typeof value === 'string' || typeof value === 'number')
  return isCode && ERROR_CODE.test(String(value)) ? value : CENSOR
}

/** Sends Nest's messages to pino: `log` at debug, `verbose` at trace, the others at their own level. */
export function nestLogger(logger: Logger): LoggerService {
  return {
    log: (message, ...rest) => logger.debug({ context: rest.at(-1) }, String(message)),
    error: (message, ...rest) => logger.error({ context: rest.at(-1), detail: rest[0] }, String(message)),
    warn: (message, ...rest) => logger.warn({ context: rest.at(-1) }, String(message)),
    debug: (message, ...rest) => logger.debug({ context: rest.at(-1) }, String(message)),
    verbose: (message, ...rest) => logger.trace({ context: rest.at(-1) }, String(message)),
  }
}
