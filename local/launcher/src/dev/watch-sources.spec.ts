import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { watchSources } from './watch-sources.js'

describe('watchSources', () => {
  let root: string
  let stop: () => Promise<void>
  let next: (paths: string[]) => void

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'hissa-watch-'))
    for (const folder of ['libs', 'services/kyc/src/cases', 'services/kyc/dist', 'web', 'deploy']) {
      mkdirSync(join(root, folder), { recursive: true })
    }
    writeFileSync(join(root, 'services/kyc/src/cases/a.ts'), '0')
    stop = await watchSources(root, (paths) => next(paths))
  })

  afterEach(async () => {
    await stop()
    rmSync(root, { recursive: true, force: true })
  })

  /** Returns the paths that an action reports. */
  const reportedBy = (action: () => void) =>
    new Promise<string[]>((resolve) => {
      next = resolve
      action()
    })

  function saveByRenaming(path: string, text: string) {
    writeFileSync(join(root, `${path}~`), text)
    renameSync(join(root, `${path}~`), join(root, path))
  }

  it('reports a file each time that it is saved by renaming', async () => {
    const path = 'services/kyc/src/cases/a.ts'
    for (const text of ['1', '2', '3']) {
      expect(await reportedBy(() => saveByRenaming(path, text))).toContain(path)
    }
  })

  it('reports new folders and removed files, and no build outputs', async () => {
    const file = 'services/kyc/src/new/deep/b.ts'
    const paths = await reportedBy(() => {
      writeFileSync(join(root, 'services/kyc/dist/a.js'), '')
      mkdirSync(join(root, 'services/kyc/src/new/deep'), { recursive: true })
      writeFileSync(join(root, file), '1')
    })
    expect(paths).toEqual([file])
    expect(await reportedBy(() => rmSync(join(root, file)))).toEqual([file])
  })
})
