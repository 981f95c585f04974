import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MUTANTS, type Mutant } from './mutants.js'

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const FOUND = 1

/** Runs all races and the simulation in a separate process, with the mutant's source in place of the real one. */
function run(mutant?: Mutant): Promise<{ code: number; output: string }> {
  const loaders = ['@swc-node/register/esm-register', ...(mutant ? [beside('mutate.mjs')] : [])]
  const flags = ['--no-warnings', '--conditions=source', ...loaders.flatMap((loader) => ['--import', loader])]
  const env = { ...process.env, ...(mutant ? { MUTANT: JSON.stringify(mutant) } : {}) }
  return new Promise((resolve) => {
    execFile(process.execPath, [...flags, beside('run-mutant.ts')], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

describe('the simulation', () => {
  it('finds no defect in the unchanged code', async () => {
    const { code, output } = await run()
    assert.equal(code, 0, output)
  })

  for (const mutant of MUTANTS) {
    it(`finds ${mutant.name}`, async (t) => {
      const { code, output } = await run(mutant)
      t.diagnostic(output.trim())
      assert.equal(code, FOUND, output)
      assert.match(output, /^(seed \d+|race): /)
    })
  }
})
