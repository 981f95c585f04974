// `npm run verify mutants`: plants one defect of the money path at a time. The simulation or a service test must find each
// of them, and none in the unchanged code. `npm run verify mutants -- --name=<words>` plants those whose name has these words.
import { root } from '@hissa/testing-driver/product'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MUTANTS, type Mutant } from '../../services/investment/test/simulation/mutants.js'
import { Metrics } from './support/metrics.js'

const FOUND = 1
const OUTPUT_BYTES = 64 * 1024 * 1024
const beside = (name: string) => join(root, 'services/investment/test/simulation', name)

interface Outcome {
  code: number
  output: string
}

const execute = (args: readonly string[], mutant?: Mutant): Promise<Outcome> => {
  const env = { ...process.env, ...(mutant ? { MUTANT: JSON.stringify(mutant) } : {}) }
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { env, cwd: root, maxBuffer: OUTPUT_BYTES }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: (stdout + stderr).trim() }),
    )
  })
}

/** Runs all races and the simulation in a separate process; returns its exit code and the first fault. */
function simulate(mutant?: Mutant): Promise<Outcome> {
  const loaders = ['@swc-node/register/esm-register', ...(mutant ? [pathToFileURL(beside('mutate.mjs')).href] : [])]
  const flags = ['--no-warnings', '--conditions=source', ...loaders.flatMap((loader) => ['--import', loader])]
  return execute([...flags, beside('run-mutant.ts')], mutant)
}

/** Runs a service test in a separate process; returns its exit code and its first failed test. */
async function test(spec: string, mutant?: Mutant): Promise<Outcome> {
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js']
  const { code, output } = await execute([...jest, '--selectProjects', 'service', '--verbose', '--', spec], mutant)
  return { code, output: /✕ .*/.exec(output)?.[0] ?? output }
}

const run = (mutant: Mutant) => (mutant.spec ? test(mutant.spec, mutant) : simulate(mutant))

const metrics = new Metrics('mutants')
const words = process.argv.find((text) => text.startsWith('--name='))?.slice('--name='.length) ?? ''
const mutants = MUTANTS.filter(({ name }) => name.includes(words))
const specs = new Set(mutants.flatMap(({ spec }) => spec ?? []))
const unchanged = mutants.some(({ spec }) => spec === undefined) ? [await simulate()] : []
for (const spec of specs) unchanged.push(await test(spec))
for (const { code, output } of unchanged) if (code !== 0) console.log(output)
const faults = unchanged.filter(({ code }) => code !== 0).length
metrics.add({ id: 'unchanged.faults', value: faults, unit: 'faults', limit: 0 })
let survivors = 0
for (const mutant of mutants) {
  const { code, output } = await run(mutant)
  const isFound = code === FOUND && /^(seed \d+: |race: |✕ )/.test(output)
  if (!isFound) survivors += 1
  console.log(`${isFound ? 'found   ' : 'SURVIVED'} ${mutant.name}: ${output}`)
}
metrics.add({ id: 'mutants.survivors', value: survivors, unit: `of ${mutants.length}`, limit: 0 })
process.exit(metrics.write())
