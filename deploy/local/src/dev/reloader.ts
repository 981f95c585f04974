import type { Affected } from './package-graph.js'

export interface Compiled {
  /** Sources whose output is another than before. */
  changed: string[]
  failures: { path: string; message: string }[]
}

export interface ReloaderParts {
  affectedBy(path: string): Affected
  /** Compiles sources; one that does not compile keeps its output. */
  compile(paths: string[]): Promise<Compiled>
  /** Builds the web. Errors: the bundler's, in its words. */
  buildWeb(paths: string[]): Promise<void>
  /** Replaces the process of a service. Errors: it does not start; the old process goes on. */
  replace(service: string): Promise<void>
  /** Makes the next `replace` of a service short. */
  prepare(service: string): void
  hold(): () => void
  /** After services were replaced: drops what was kept of their answers, and reloads open pages. */
  served(services: string[]): Promise<void>
  /** Whether the launcher has to start again for what was compiled. */
  needsNewLauncher(changed: string[]): Promise<boolean>
  restartLauncher(): void
  say(line: string): void
}

/**
 * Brings saved files into the running platform: compiles them, replaces the services that they belong to and builds the
 * web, one change after the other. What could not be served is tried again with the next change.
 */
export class Reloader {
  private readonly pending = new Set<string>()
  private working: Promise<void> = Promise.resolve()
  /** What is in the outputs but not in the running services yet. */
  private readonly owedServices = new Set<string>()
  private owesWeb = false
  /** Sources that do not compile, with the message that was shown. */
  private readonly failing = new Map<string, string>()

  constructor(private readonly parts: ReloaderParts) {}

  /** Takes saved, added and removed files; resolves when they are served or it was said why not. */
  changed(paths: string[]): Promise<void> {
    const relevant = paths.filter((path) => isRelevant(this.parts.affectedBy(path)))
    if (relevant.length === 0) return Promise.resolve()
    for (const path of relevant) this.pending.add(path)
    const release = this.parts.hold()
    this.working = this.working.then(() => this.apply().finally(release))
    return this.working
  }

  private async apply(): Promise<void> {
    const paths = [...this.pending]
    if (paths.length === 0) return // an earlier pass took them
    this.pending.clear()
    const startedAtMs = performance.now()
    const changed = await this.compile(paths)
    if (changed.length === 0 && !this.owesAnything()) {
      if (paths.every((path) => !this.failing.has(path))) this.parts.say(`Nothing to restart (${list(paths)})`)
      return
    }
    const affected = changed.map((path) => this.parts.affectedBy(path))
    if (affected.some(({ launcher }) => launcher) || (await this.parts.needsNewLauncher(changed))) {
      this.parts.say(`The launcher starts again, with all services (${list(paths)})`)
      return this.parts.restartLauncher()
    }
    this.owe(affected)
    await this.serve(paths, startedAtMs)
  }

  /** Compiles these sources and those that failed before; returns those whose output changed. Says each failure once. */
  private async compile(paths: string[]): Promise<string[]> {
    const isOfTheWeb = (path: string) => path.startsWith('web/')
    const sources = new Set([...paths, ...this.failing.keys()].filter((path) => !isOfTheWeb(path)))
    const { changed, failures } = await this.parts.compile([...sources])
    for (const { path, message } of failures) {
      if (this.failing.get(path) === message && !paths.includes(path)) continue
      this.parts.say(`${path} does not compile; the last good version stays:\n${message}`)
    }
    this.failing.clear()
    for (const { path, message } of failures) this.failing.set(path, message)
    return [...changed, ...paths.filter(isOfTheWeb)]
  }

  private owesAnything(): boolean {
    return this.owesWeb || this.owedServices.size > 0
  }

  /** Notes what changed sources ask for, until it is done. */
  private owe(affected: Affected[]): void {
    this.owesWeb ||= affected.some(({ web }) => web)
    // The gateway loads the rendering of pages once.
    if (this.owesWeb) this.owedServices.add('gateway')
    for (const { services } of affected) for (const service of services) this.owedServices.add(service)
  }

  /** Does what is owed, except for services with a source that does not compile. */
  private async serve(paths: string[], startedAtMs: number): Promise<void> {
    const blocked = [...this.failing.keys()].flatMap((path) => this.parts.affectedBy(path).services)
    const services = [...this.owedServices].filter((service) => !blocked.includes(service))
    const web = this.owesWeb
    if (services.length === 0 || (web && !(await this.buildWeb(paths)))) return
    const replaced = await this.replaceAll(services)
    if (replaced.length === 0) return
    await this.parts.served(replaced)
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
    this.parts.say(`${replaced.join(', ')} restarted in ${seconds} s${web ? ', web built' : ''} (${list(paths)})`)
  }

  private async buildWeb(paths: string[]): Promise<boolean> {
    for (const service of this.owedServices) this.parts.prepare(service) // they load while it builds
    try {
      await this.parts.buildWeb(paths)
      this.owesWeb = false
      return true
    } catch (error) {
      this.parts.say(`The web does not build; the last good version stays:\n${(error as Error).message}`)
      return false
    }
  }

  private async replaceAll(services: string[]): Promise<string[]> {
    const results = await Promise.allSettled(services.map((service) => this.parts.replace(service)))
    return results.flatMap((result, index) => {
      const service = services[index]!
      if (result.status === 'rejected') {
        const reason = (result.reason as Error).message
        this.parts.say(`${service} does not start with the change; the last good version stays. ${reason}`)
        return []
      }
      this.owedServices.delete(service)
      // Whoever changes a service once is likely to change it again.
      if (services.length === 1) this.parts.prepare(service)
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
