import type { Logger } from '@hissa/kernel'
import type { Bus } from './connection.js'

/** Handles commands of the local launcher (`local.<service>.<name>`). Nothing handles them outside local mode. */
export class LocalCommands {
  constructor(
    private readonly service: string,
    private readonly enabled: boolean,
    private readonly bus: Bus,
    private readonly logger: Logger,
  ) {}

  /** Replies to `local.<service>.<name>` with the result of `command`, or with `{error}`. */
  on<I, O>(name: string, command: (input: I) => Promise<O>): void {
    if (!this.enabled) return
    this.bus.nc.subscribe(`local.${this.service}.${name}`, {
      callback: (_error, message) => {
        void Promise.resolve()
          .then(() => command(message.data.length > 0 ? message.json<I>() : ({} as I)))
          .then(
            (output) => message.respond(JSON.stringify(output ?? {})),
            (error) => {
              this.logger.error({ err: error, command: name }, 'a local command failed')
              message.respond(JSON.stringify({ error: String((error as Error)?.message ?? error) }))
            },
          )
      },
    })
  }
}
