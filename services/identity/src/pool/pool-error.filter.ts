import { LOGGER, type Logger } from '@hissa/kernel'
import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common'
import type { FastifyReply } from 'fastify'
import { POOL_JSON } from './pool-adapter.js'
import { PoolError } from '../errors/pool-error.js'

/** Converts every error into the pool's format: `{__type, message}` and the corresponding headers. */
@Catch()
export class PoolErrorFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const refusal = error instanceof PoolError ? error : this.translate(error)
    const status = error instanceof HttpException && error.getStatus() === 404 ? 404 : refusal.status
    const reply = host.switchToHttp().getResponse<FastifyReply>()
    if (refusal.closesConnection) void reply.header('connection', 'close')
    void reply
      .code(status)
      .headers({
        'content-type': POOL_JSON,
        'cache-control': 'no-store',
        'x-amzn-errortype': `${refusal.name}:`,
        // Header values are Latin-1 without line breaks.
        'x-amzn-errormessage': refusal.message.replace(/[^\x20-\x7e]/g, '?'),
      })
      .send(JSON.stringify({ __type: refusal.name, message: refusal.message }))
  }

  /** Translates errors of the framework. Client errors remain client errors; anything else is logged as a failure. */
  private translate(error: unknown): PoolError {
    const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number }).statusCode
    if (status === 413) return new PoolError('Serialization', 'The request body is too large.', 400, true)
    if (status === 404) return new PoolError('UnknownOperation', 'There is no such endpoint.')
    if (status && status >= 400 && status < 500) return new PoolError('Serialization', 'The request could not be read.')
    this.logger.error({ err: error }, 'action failed')
    return new PoolError('InternalError', 'Something went wrong on our side. Please try again.', 500)
  }
}
