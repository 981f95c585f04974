import type { Affected } from './package-graph.js'

export interface Compiled {
  /** Sources whose output changed. */
  changed: string[]
  failures: { path: string; message: string }[]
}

export interface ReloaderParts {
  affectedBy(path: string): Affected
  /** Compiles sources; a source that fails keeps its earlier output. */
  compile(paths: string[]): Promise<Compiled>
  /** Builds the web. Throws the bundler's message. */
  buildWeb(paths: string[]): Promise<void>
  /** Replaces the process of a service. Throws if the new one doesn't start; the old one keeps running. */
  replace(service: string): Promise<void>
  /** Starts a spare process now, so that the next `replace` of the service is fast. */
  prepare(service: string): void
  /** Starts spare processes once the change is served. */
  warm(services: readonly string[]): void
  hold(): () => void
  /** Called after services were replaced: drops cached responses and reloads open pages. */
  served(services: string[]): Promise<void>
  /** Whether the launcher has to restart because of the changed sources. */
  needsNewLauncher(changed: string[]): Promise<boolean>
  restartLauncher(): void
  say(line: string): void
}

/**
 * Applies saved files to the running platform: compiles them, replaces the affected services and builds the web, one
 * change at a time. A failed change is retried with the next one.
 */
export class Reloader {
  private readonly pending = new Set<string>()
  private working: Promise<void> = Promise.resolve()
  /** Services whose new output is not running yet. */
  private readonly owedServices = new Set<string>()
  private owesWeb = false
  /** Sources that don't compile, with the message shown. */
  private readonly failing = new Map<string, string>()
  private isEnded = false

  constructor(private readonly parts: ReloaderParts) {}

  /** Handles saved, added and removed files; resolves when they are served or their failure has been reported. */
  changed(paths: string[]): Promise<void> {
    if (this.isEnded) return Promise.resolve()
    const relevant = paths.filter((path) => isRelevant(this.parts.affectedBy(path)))
    if (relevant.length === 0) return Promise.resolve()
    for (const path of relevant) this.pending.add(path)
    const release = this.parts.hold()
    this.working = this.working.then(() => this.apply().finally(release))
    return this.working
  }

  /** Accepts no further change, and reports nothing about one that is interrupted. */
  end(): void {
    this.isEnded = true
  }

  private report(line: string): void {
    if (!this.isEnded) this.parts.say(line)
  }

  private async apply(): Promise<void> {
    const paths = [...this.pending]
    if (paths.length === 0 || this.isEnded) return // handled by an earlier pass
    this.pending.clear()
    const startedAtMs = performance.now()
    const changed = await this.compile(paths)
    if (changed.length === 0 && !this.owesAnything()) {
      if (paths.every((path) => !this.failing.has(path))) this.report(`Nothing to restart (${list(paths)})`)
      return
    }
    const affected = changed.map((path) => this.parts.affectedBy(path))
    if (affected.some(({ launcher }) => launcher) || (await this.parts.needsNewLauncher(changed))) {
      this.report(`The launcher starts again, with all services (${list(paths)})`)
      return this.parts.restartLauncher()
    }
    this.owe(affected)
    await this.serve(paths, startedAtMs)
  }

  /**
   * Compiles these sources and those that failed before; returns those with changed output. Reports each failure once.
   */
  private async compile(paths: string[]): Promise<string[]> {
    const isOfTheWeb = (path: string) => path.startsWith('web/')
    const sources = new Set([...paths, ...this.failing.keys()].filter((path) => !isOfTheWeb(path)))
    const { changed, failures } = await this.parts.compile([...sources])
    for (const { path, message } of failures) {
      if (this.failing.get(path) === message && !paths.includes(path)) continue
      this.report(`${path} does not compile; the last good version stays:\n${message}`)
    }
    this.failing.clear()
    for (const { path, message } of failures) this.failing.set(path, message)
    return [...changed, ...paths.filter(isOfTheWeb)]
  }

  private owesAnything(): boolean {
    return this.owesWeb || this.owedServices.size > 0
  }

  /** Records what changed sources affect, until it is done. */
  private owe(affected: Affected[]): void {
    this.owesWeb ||= affected.some(({ web }) => web)
    // The gateway loads the page renderer only once.
    if (this.owesWeb) this.owedServices.add('gateway')
    for (const { services } of affected) for (const service of services) this.owedServices.add(service)
  }

  /** Builds and replaces what is outstanding, except for services with a source that doesn't compile. */
  private async serve(paths: string[], startedAtMs: number): Promise<void> {
    const blocked = [...this.failing.keys()].flatMap((path) => this.parts.affectedBy(path).services)
    const services = [...this.owedServices].filter((service) => !blocked.includes(service))
    const web = this.owesWeb
    if (services.length === 0 || (web && !(await this.buildWeb(paths)))) return
    const replaced = await this.replaceAll(services)
    if (replaced.length === 0) return
    await this.parts.served(replaced)
    // A service that was edited is likely to be edited again.
    this.parts.warm(replaced)
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
    this.report(`${replaced.join(', ')} restarted in ${seconds} s${web ? ', web built' : ''} (${list(paths)})`)
  }

  private async buildWeb(paths: string[]): Promise<boolean> {
    for (const service of this.owedServices) this.parts.prepare(service) // they load while the web is built
    try {
      await this.parts.buildWeb(paths)
      this.owesWeb = false
      return true
    } catch (error) {
      this.report(`The web does not build; the last good version stays:\n${(error as Error).message}`)
      return false
    }
  }

  private async replaceAll(services: string[]): Promise<string[]> {
    const results = await Promise.allSettled(services.map((service) => this.parts.replace(service)))
    return results.flatMap((result, index) => {
      const service = services[index]!
      if (result.status === 'rejected') {
        const reason = (result.reason as Error).message
        this.report(`${service} does not start with the change; the last good version stays. ${reason}`)
        return []
      }
      this.owedServices.delete(service)
      return [service]
    })
  }
}

const isRelevant = ({ services, web, launcher }: Affected) => services.length > 0 || web || launcher

const shownPaths = 3

function list(paths: string[]): string {
  const more = paths.length - shownPaths
  return [...paths.slice(0, shownPaths), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}
