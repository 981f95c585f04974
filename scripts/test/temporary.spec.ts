import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'

const RUN = `
  import { createTemporary, removeTemporary } from '${new URL('./temporary.mjs', import.meta.url).href}'
  import { writeFileSync } from 'node:fs'
  const dir = createTemporary()
  process.on('exit', () => removeTemporary(dir))
  writeFileSync(dir + '/left-behind', '')
  process.stdout.write(dir)
  process.on('message', (message) => { if (message === 'fail') throw new Error('a failed run') })
`
let parent: string

beforeEach(() => void (parent = mkdtempSync(join(tmpdir(), 'hissa-temporary-'))))
afterEach(() => rmSync(parent, { recursive: true }))

/** Runs a process that leaves a file in its folder. */
async function startRun() {
  const args = ['--no-warnings', '--input-type=module', '-e', RUN]
  const env = { ...process.env, TMPDIR: parent, NODE_OPTIONS: '' }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore', 'ipc'] })
  const [dir] = (await once(child.stdout!, 'data')) as [Buffer]
  return { child, dir: dir.toString(), gone: once(child, 'exit') }
}

describe('the temporary folder of a run', () => {
  it('is removed with its contents when the run fails', async () => {
    const { child, dir, gone } = await startRun()
    expect(existsSync(join(dir, 'left-behind'))).toBe(true)
    child.send('fail')
    await gone
    expect(readdirSync(parent)).toEqual([])
  })

  it('is removed by the next run if its run was killed, and kept while its run is active', async () => {
    const [killed, alive] = [await startRun(), await startRun()]
    killed.child.kill('SIGKILL')
    await killed.gone
    const next = await startRun()
    expect(existsSync(killed.dir)).toBe(false)
    expect(existsSync(alive.dir)).toBe(true)
    for (const { child, gone } of [alive, next]) {
      child.send('fail')
      await gone
    }
  })
})
