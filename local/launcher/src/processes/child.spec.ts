import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { startChild } from './child.js'

const secrets = { AWS_SECRET_ACCESS_KEY: 'leak', KYC_MASTER_KEY: 'leak', STRIPE_WEBHOOK_SECRET: 'leak' }

describe('a child process of the launcher', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'child-'))
    Object.assign(process.env, secrets)
  })
  afterEach(() => {
    for (const name of Object.keys(secrets)) delete process.env[name]
    rmSync(dir, { recursive: true, force: true })
  })

  it('receives its own settings and the variables of the system, and no others of the user', async () => {
    const [main, out] = [join(dir, 'main.mjs'), join(dir, 'env.json')]
    writeFileSync(
      main,
      `import { writeFileSync } from 'node:fs'
      writeFileSync(${JSON.stringify(out)}, JSON.stringify(process.env))
      process.send({ ready: true })`,
    )
    const child = startChild({
      name: 'child',
      main,
      logFile: join(dir, 'log'),
      env: () => ({ LOG_LEVEL: 'info' }),
      isReady: (message) => message['ready'] === true,
      say: () => undefined,
      onChange: () => undefined,
    })
    await child.ready
    await child.stop()
    const env = JSON.parse(readFileSync(out, 'utf8')) as Record<string, string>
    expect(env).toMatchObject({ LOG_LEVEL: 'info', PATH: process.env['PATH'] })
    expect(Object.keys(env).filter((name) => name in secrets)).toEqual([])
  })
})
