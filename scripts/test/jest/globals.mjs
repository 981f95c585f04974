// Loaded by every worker before its first module. Lets tests import from `@jest/globals` what the runner defines as
// globals, so that they are typed and lint sees where names come from.
import { registerHooks } from 'node:module'

const NAMES = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'jest', 'test']
const source = `export const { ${NAMES.join(', ')} } = globalThis`
const globals = { url: `data:text/javascript,${encodeURIComponent(source)}`, format: 'module', shortCircuit: true }

registerHooks({
  resolve: (specifier, context, next) => (specifier === '@jest/globals' ? globals : next(specifier, context)),
})

// `npm run verify mutants` plants a defect in one source file.
if (process.env.MUTANT) await import('../../../services/investment/test/simulation/mutate.mjs')

// Programs that a test starts are not test workers.
delete process.env.NODE_OPTIONS
delete process.env.SWC_NODE_PROJECT

// Services that a test has not stopped must not keep a worker alive after the run.
process.on('disconnect', () => process.exit())

// The runner sends its settings to all workers when the first one asks. A worker that is not listening yet would miss
// them and wait forever (jest-light-runner 0.8.2), so they are kept until it asks.
const ASK = 'jest-light-runner-get-worker-data'
const { emit, send } = process
let settings
process.emit = function (event, message, ...rest) {
  if (event === 'message' && message?.type === 'jest-light-runner-worker-data') settings = message
  return emit.call(process, event, message, ...rest)
}
process.send = function (message, ...rest) {
  if (message !== ASK || !settings) return send.call(process, message, ...rest)
  setImmediate(() => emit.call(process, 'message', settings))
  return true
}
