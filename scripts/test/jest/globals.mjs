// Loaded by every worker before its first module. Lets tests import from `@jest/globals` what the runner defines as
// globals, so that they are typed and lint sees where names come from.
import { registerHooks } from 'node:module'

const NAMES = ['afterAll', 'afterEach', 'beforeAll', 'beforeEach', 'describe', 'expect', 'it', 'jest', 'test']
const source = `export const { ${NAMES.join(', ')} } = globalThis`
const globals = { url: `data:text/javascript,${encodeURIComponent(source)}`, format: 'module', shortCircuit: true }

registerHooks({
  resolve: (specifier, context, next) => (specifier === '@jest/globals' ? globals : next(specifier, context)),
})

// Programs that a test starts are not test workers.
delete process.env.NODE_OPTIONS
delete process.env.SWC_NODE_PROJECT

// Services that a test has not stopped must not keep a worker alive after the run.
process.on('disconnect', () => process.exit())
