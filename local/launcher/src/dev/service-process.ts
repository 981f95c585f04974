import { globSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/**
 * One service in a separate process, for development: imports the packages that its code uses, and the code itself
 * only once its environment arrives. A process that waits like this makes the next restart short.
 *
 *   service-process.js <main.js> <dist folder>…
 */
const [main = '', ...folders] = process.argv.slice(2)
let isOrdered = false

process.once('message', ({ boot }: { boot: Record<string, string> }) => {
  isOrdered = true
  Object.assign(process.env, boot)
  void start()
})

await importPackages()
process.send?.({ prepared: true })

async function start(): Promise<void> {
  try {
    await import(pathToFileURL(main).href)
  } catch (error) {
    const { message, stack } = error as Error
    process.stderr.write(`${stack ?? message}\n`)
    process.send?.({ failed: 'its code', message: message.split('\n')[0] }, () => process.exit(1))
  }
}

async function importPackages(): Promise<void> {
  for (const name of packagesUsed()) {
    if (isOrdered) return
    // Preloading only saves time: a failed import is retried, and reported, where it is used.
    await import(name).catch(() => undefined)
  }
}

/** Returns the names of imported packages, without the project's and Node's own. */
function packagesUsed(): Set<string> {
  const sources = folders.flatMap((folder) => globSync('**/*.js', { cwd: folder }).map((file) => `${folder}/${file}`))
  const names = sources.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?:[^'"]* from )?["']([^."'][^"']*)["']/gm),
  ])
  return new Set(names.map(([, name = '']) => name).filter((name) => !/^(@hissa\/|node:)/.test(name)))
}
