// `npm run verify mutants`: plants one defect of the money path at a time. The simulation must find each of them, and
// none in the unchanged code.
import { root } from '@hissa/testing-driver/product'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MUTANTS, type Mutant } from '../../services/investment/test/simulation/mutants.js'
import { Metrics } from './support/metrics.js'

const FOUND = 1
const beside = (name: string) => join(root, 'services/investment/test/simulation', name)

/** Runs all races and the simulation in a separate process; returns its exit code and the first fault. */
function run(mutant?: Mutant): Promise<{ code: number; output: string }> {
  const loaders = ['@swc-node/register/esm-register', ...(mutant ? [pathToFileURL(beside('mutate.mjs')).href] : [])]
  const flags = ['--no-warnings', '--conditions=source', ...loaders.flatMap((loader) => ['--import', loader])]
  const env = { ...process.env, ...(mutant ? { MUTANT: JSON.stringify(mutant) } : {}) }
  return new Promise((resolve) => {
    execFile(process.execPath, [...flags, beside('run-mutant.ts')], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: (stdout + stderr).trim() }),
    )
  })
}

const metrics = new Metrics('mutants')
const unchanged = await run()
if (unchanged.code !== 0) console.log(unchanged.output)
metrics.add({ id: 'unchanged.faults', value: unchanged.code, unit: 'faults', limit: 0 })
let survivors = 0
for (const mutant of MUTANTS) {
  const { code, output } = await run(mutant)
  const isFound = code === FOUND && /^(seed \d+|race): /.test(output)
  if (!isFound) survivors += 1
  console.log(`${isFound ? 'found   ' : 'SURVIVED'} ${mutant.name}: ${output}`)
}
metrics.add({ id: 'mutants.survivors', value: survivors, unit: `of ${MUTANTS.length}`, limit: 0 })
process.exit(metrics.write())
