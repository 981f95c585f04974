import { expect, it } from '@jest/globals'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { foundryProgram } from './anvil.js'

const root = new URL('../../..', import.meta.url).pathname

it('keeps every invariant and refusal of contracts/test', async () => {
  const env = { ...process.env, FOUNDRY_CONFIG: join(root, 'libs/token-suite/foundry.toml') }
  const options = { cwd: root, env, maxBuffer: 1 << 24 }
  // A failure rejects with the output of forge, which names the tests that failed.
  const { stdout } = await promisify(execFile)(foundryProgram('forge'), ['test', '--root', '.'], options)
  const [, passed, failed] = /: (\d+) tests passed, (\d+) failed/.exec(stdout) ?? []
  expect(Number(failed)).toBe(0)
  expect(Number(passed)).toBeGreaterThan(50)
})
