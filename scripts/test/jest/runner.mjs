// Jest's runner of the `unit` and `service` projects. It runs test files in Node itself, with the loader that also runs
// the services from source. Jest's own runner loads every module again for each file, which takes longer than many
// tests. Files that one worker runs share their modules, so a test must not rely on the state of a fresh module.
import { createRunner } from 'jest-light-runner'

const register = new URL('./globals.mjs', import.meta.url).href
const NODE_OPTIONS = [
  ...['--no-warnings', '--enable-source-maps', '--conditions=source'],
  ...['--import', '@swc-node/register/esm-register', '--import', register],
].join(' ')

export default class extends createRunner({ runtime: 'child_process' }) {
  /** With a single worker, the files would run in Jest's own process, which cannot load TypeScript. */
  constructor(globalConfig, ...rest) {
    super({ ...globalConfig, maxWorkers: Math.max(2, globalConfig.maxWorkers) }, ...rest)
    this.env = { NODE_OPTIONS, SWC_NODE_PROJECT: `${globalConfig.rootDir}/tsconfig.base.json` }
  }

  /** The workers inherit the environment when the first file starts. */
  async runTests(...args) {
    const before = { ...process.env }
    Object.assign(process.env, this.env)
    try {
      return await super.runTests(...args)
    } finally {
      for (const name of Object.keys(this.env)) {
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      }
    }
  }
}
