import { join, resolve } from 'node:path'
import { UserError } from './user-error.js'

type Env = Readonly<Record<string, string | undefined>>

/** The options of this start. */
export interface Options {
  /** Empties the data folder first (downloaded engines stay). */
  fresh: boolean
  /** Runs each service in a separate process. */
  split: boolean
  /** Rebuilds and restarts when a source changes. */
  dev: boolean
  root: string
  dataDir: string
  enginesDir: string
}

const flags = ['--fresh', '--split', '--dev']

/**
 * Reads command line and environment. `HISSA_DATA` moves all state; downloaded engines stay in the project's
 * `.data/engines` (or `HISSA_ENGINES`), because they are a cache and not state.
 * @throws UserError on an unknown option, or with NODE_ENV=production
 */
export function parseOptions(argv: readonly string[], env: Env, root: string): Options {
  const unknown = argv.find((argument) => !flags.includes(argument))
  if (unknown) throw new UserError(`Unknown option ${unknown}. There are ${flags.join(', ')}.`)
  if (env['NODE_ENV'] === 'production') {
    throw new UserError('The launcher is for one machine and refuses NODE_ENV=production; see deploy/.')
  }
  return {
    fresh: argv.includes('--fresh'),
    split: argv.includes('--split'),
    dev: argv.includes('--dev'),
    root,
    dataDir: resolve(root, env['HISSA_DATA'] ?? '.data'),
    enginesDir: resolve(root, env['HISSA_ENGINES'] ?? join('.data', 'engines')),
  }
}
