import { createLogger, type Logger } from '@hissa/kernel'

/** A log in memory. */
export class LogCapture {
  text = ''
  readonly logger: Logger

  constructor(service: string) {
    this.logger = createLogger(service, 'info', { write: (line: string) => void (this.text += line) })
  }

  clear(): void {
    this.text = ''
  }

  /** Returns all lines, parsed, once there are `count`. A request's line is written after its response was closed. */
  async lines(count: number): Promise<Record<string, unknown>[]> {
    while (this.text.split('\n').length <= count) await new Promise((resolve) => setImmediate(resolve))
    return this.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  }
}
