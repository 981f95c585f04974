import { besideMe, startChild, type Child } from '../processes/child.js'
import { UserError } from '../run/user-error.js'

export interface ServiceOptions {
  name: string
  /** Its compiled entry, and the folders of its compiled code. */
  main: string
  folders: string[]
  logFile: string
  /** Returns its environment for the port chosen by `portOf`. */
  env: (port: number | undefined) => Record<string, string>
  /** Chooses a port for a service that listens on one. */
  portOf?: () => Promise<number>
  /** Called with the port for requests from now on; undefined when the process has ended. */
  onPort?: (port: number | undefined) => void
  /**
   * Whether its requests arrive through a proxy only, so that the new process serves them all before the old one ends.
   */
  isBehindFront?: boolean
  echo: (chunk: Buffer) => void
  say: (line: string) => void
  onChange: () => void
}

interface Process {
  child: Child
  port: number | undefined
  isActive: boolean
  /** Resolves when its packages are loaded or it has ended. */
  prepared: Promise<void>
}

const readyWithinMs = 30_000

/**
 * A service whose process can be replaced. The old process serves until the new one is ready, and keeps running if the
 * new one doesn't start.
 */
export class ReplaceableService {
  private current: Process | undefined
  private spare: Promise<Process> | undefined
  /**
   * All running processes: the current one, the spare, one that is starting, and those that finish their last requests.
   */
  private readonly processes = new Set<Process>()
  private retiring: Promise<void> = Promise.resolve()
  private stopping = false

  constructor(private readonly options: ServiceOptions) {}

  /** Starts it for the first time. Throws UserError if it doesn't start. */
  async start(): Promise<void> {
    const first = await this.take()
    this.current = first
    this.activate(first)
    await first.child.ready
  }

  pid(): number {
    return this.current?.child.pid() ?? 0
  }

  /** Starts a spare process for the next `replace`; resolves when its packages are loaded. */
  async prepare(): Promise<void> {
    if (this.stopping) return
    this.spare ??= this.create()
    await (
      await this.spare
    ).prepared
  }

  /**
   * Replaces the process; resolves when no request reaches the old one any more. Throws UserError if the new one
   * doesn't start or the service is stopped.
   */
  async replace(): Promise<void> {
    if (this.stopping) throw new UserError(`${this.options.name} is being stopped.`)
    const next = await this.take()
    this.activate(next)
    await isReadyInTime(next.child).catch((error: unknown) => {
      if (!this.stopping) this.discard(next)
      throw error
    })
    const old = this.current
    this.current = next
    this.options.onPort?.(next.port)
    this.options.onChange()
    const others = this.retiring
    this.retiring = Promise.all([others, old && this.end(old)]).then(() => undefined)
    // Otherwise the old process answers some calls until it has left its queue group.
    if (!this.options.isBehindFront) await this.retiring
  }

  /** Stops every process, including one that is about to replace another. */
  async stop(): Promise<void> {
    this.stopping = true
    await this.spare // it may be about to start
    await Promise.all([...this.processes].map((process) => this.end(process)))
  }

  kill(): void {
    this.stopping = true
    for (const { child } of this.processes) child.kill()
  }

  /** Returns the spare process, or a new one. */
  private async take(): Promise<Process> {
    const process = await (this.spare ??= this.create())
    this.spare = undefined
    return process
  }

  private activate(process: Process): void {
    process.isActive = true
    process.child.send({ boot: this.options.env(process.port) })
  }

  private async end(process: Process): Promise<void> {
    await process.child.stop()
    this.processes.delete(process)
  }

  private discard(process: Process): void {
    process.child.kill()
    this.processes.delete(process)
  }

  private async create(): Promise<Process> {
    const { main, folders, env, portOf, onPort, ...options } = this.options
    const port = await portOf?.()
    let setPrepared = () => {}
    const prepared = new Promise<void>((resolve) => (setPrepared = resolve))
    const process: Omit<Process, 'child'> = { port, isActive: false, prepared }
    const isCurrent = () => this.current?.child === created.child
    const child = startChild({
      ...options,
      main: besideMe('../dev/service-process.js'),
      args: [main, ...folders],
      env: () => ({}),
      order: () => (process.isActive ? { boot: env(port) } : undefined),
      ...(this.current && { tries: 1 }),
      isReady: (message) => message['ready'] === true,
      onMessage: (message) => {
        if (message['prepared'] === true) setPrepared()
        if (message['ready'] === true && isCurrent()) onPort?.(port)
      },
      onEnd: () => {
        setPrepared()
        if (isCurrent()) return onPort?.(undefined)
        if (process.isActive) return
        // A spare that has exited is not used; the next change starts a new process.
        this.spare = undefined
        this.discard(created)
      },
    })
    const created = Object.assign(process, { child })
    this.processes.add(created)
    return created
  }
}

function isReadyInTime(child: Child): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const words = `not ready after ${readyWithinMs / 1000} s`
    timer = setTimeout(() => reject(new Error(words)), readyWithinMs)
  })
  return Promise.race([child.ready, late]).finally(() => clearTimeout(timer))
}
