import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@hissa/testing-helpers'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CLIENT_ID, Harness, POOL_ID } from './harness.js'

const ARITHMETIC = new URL('../src/srp/password-arithmetic.worker.ts', import.meta.url).href

/** The real arithmetic, but a sign-in blocks its thread while a file named `barrier` exists. */
const BLOCKED = `
import { existsSync, writeFileSync } from 'node:fs'
import calculate from '${ARITHMETIC}'
const barrier = new URL('./barrier', import.meta.url)
export default function work(task) {
  if (task.kind === 'server-value' && existsSync(barrier)) {
    writeFileSync(new URL('./reached', import.meta.url), '')
    while (existsSync(barrier));
  }
  return calculate(task)
}
`

describe('password arithmetic', () => {
  let identity: Harness
  let dir: string

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hissa-arithmetic-'))
    await writeFile(join(dir, 'blocked.worker.ts'), BLOCKED)
    await writeFile(join(dir, 'package.json'), '{"type":"module"}')
    identity = await Harness.start(1, {}, { arithmeticWorker: pathToFileURL(join(dir, 'blocked.worker.ts')) })
  })
  afterAll(async () => {
    await rm(join(dir, 'barrier'), { force: true })
    await identity.stop()
    await rm(dir, { recursive: true })
  })

  it('does not block other requests', async () => {
    const barrier = join(dir, 'barrier')
    await writeFile(barrier, '')
    let answered = false
    const AuthParameters = { USERNAME: 'nobody@hissa.test', SRP_A: 'a'.repeat(64) }
    const signIn = identity
      .post('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', ClientId: CLIENT_ID, AuthParameters })
      .finally(() => (answered = true))
    await until(() => answered || existsSync(join(dir, 'reached')))
    const keys = await fetch(`${identity.url()}/idp/${POOL_ID}/.well-known/jwks.json`)
    expect([keys.status, answered]).toEqual([200, false])
    await rm(barrier)
    expect((await signIn).status).toBe(200)
  })
})
