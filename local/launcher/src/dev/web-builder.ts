import { fork, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Builds the web in a long-running process, so that the bundler stays loaded. */
export class WebBuilder {
  private process: ChildProcess | undefined

  /** @param dir output folder; a failed build leaves it unchanged */
  constructor(
    private readonly root: string,
    readonly dir: string,
  ) {}

  /** Copies the web as `npm start` built it. */
  copyBuilt(): void {
    rmSync(this.dir, { recursive: true, force: true })
    mkdirSync(this.dir, { recursive: true })
    // A later build writes no compressed files, so an old one with the same name would still be served.
    const filter = (file: string) => !/\.(br|gz)$/.test(file)
    cpSync(join(this.root, 'web', 'dist'), this.dir, { recursive: true, filter })
  }

  /** Loads the bundler and builds once without writing, so that the first change is built as fast as the others. */
  prepare(): void {
    this.process ??= this.fork()
  }

  /**
   * Builds the web; with `afresh` in a new process, because the build itself was changed. Throws the bundler's message.
   */
  build(afresh: boolean): Promise<void> {
    if (afresh) void this.close()
    this.prepare()
    const builder = this.process!
    return new Promise((resolve, reject) => {
      const end = (code: number | null) => reject(new Error(`the build of the web ended with code ${code}`))
      builder.once('exit', end)
      builder.once('message', ({ error }: { error?: string }) => {
        builder.off('exit', end)
        if (error === undefined) resolve()
        else reject(new Error(error))
      })
      builder.send({ build: this.dir })
    })
  }

  /** Ends the process; resolves when it no longer writes anything. */
  async close(): Promise<void> {
    const builder = this.process
    this.process = undefined
    if (!builder) return
    const ended = new Promise((resolve) => builder.once('exit', resolve))
    builder.kill()
    await ended
  }

  private fork(): ChildProcess {
    const child = fork(join(this.root, 'scripts', 'build-web.mjs'), { cwd: this.root, detached: true })
    child.once('exit', () => {
      if (this.process === child) this.process = undefined
    })
    return child
  }
}
