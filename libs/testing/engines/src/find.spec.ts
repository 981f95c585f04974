import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { hasDebianTools } from './debian.js'
import { EngineMissing, findProgram } from './find.js'

const system = process.env['PATH'] ?? ''

describe('findProgram', () => {
  let dir: string
  const said: string[] = []

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'hissa-find-'))
    // Without a network, apt prints this message.
    await program('apt-get', `echo "E: Could not resolve 'deb.debian.org'" >&2; exit 100`)
    process.env['PATH'] = [dir, '/usr/bin', '/bin'].join(delimiter)
    said.length = 0
  })

  afterEach(async () => {
    process.env['PATH'] = system
    await rm(dir, { recursive: true, force: true })
  })

  const program = async (name: string, script: string) => {
    await writeFile(join(dir, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(dir, name), 0o755)
  }
  const find = () => findProgram('nats-server', join(dir, 'engines'), (line) => said.push(line), [])

  it('reports that the download failed, why, and the three alternatives', async () => {
    await program('docker', 'exit 1')
    const error = await find().catch((failure: unknown) => failure as Error)
    expect(error).toBeInstanceOf(EngineMissing)
    const reason = (await hasDebianTools())
      ? "the download of its package failed: Could not resolve 'deb.debian.org'"
      : 'this is not Debian or Ubuntu'
    expect((error as Error).message).toContain(reason)
    expect((error as Error).message.match(/^ {2}- .*(PATH|NATS_URL|Docker)/gm)).toHaveLength(3)
  })

  it('reports that the download failed when it uses Docker instead', async () => {
    await program('docker', 'echo 27.0')
    expect(await find()).toMatchObject({ source: 'docker' })
    expect(said.at(-1)).toMatch(/NATS is not on PATH.*Docker runs it instead/)
  })
})
