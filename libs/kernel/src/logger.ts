import type { LoggerService } from '@nestjs/common'
import { pino, type Logger } from 'pino'
import { currentTraceId } from './trace.js'

export type { Logger } from 'pino'
export const LOGGER = Symbol('LOGGER')

// Bodies are not logged anywhere; this is the second line for what a careless object might carry.
const REDACTED = ['password', 'token', 'authorization', 'email', 'phoneNumber', 'fullName', 'code', 'key', 'mrzLines']

/** JSON lines on standard output, each with service and trace id. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    level,
    base: { service },
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
    mixin: () => {
      const traceId = currentTraceId()
      return traceId ? { traceId } : {}
    },
  })
}

/** Nest's own messages through pino; its start-up chatter only at debug. */
export function nestLogger(logger: Logger): LoggerService {
  return {
    log: (message, ...rest) => logger.debug({ context: rest.at(-1) }, String(message)),
    error: (message, ...rest) => logger.error({ context: rest.at(-1), detail: rest[0] }, String(message)),
    warn: (message, ...rest) => logger.warn({ context: rest.at(-1) }, String(message)),
    debug: (message, ...rest) => logger.debug({ context: rest.at(-1) }, String(message)),
    verbose: (message, ...rest) => logger.trace({ context: rest.at(-1) }, String(message)),
  }
}
