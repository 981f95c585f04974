// The temporary folder of one test run. All programs of the run get it as TMPDIR, so that removing it removes all their
// files, also after a failure or Ctrl-C. The next run removes what remains after `kill -9`.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'hissa-run-'
const parent = tmpdir()
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 250 } // engines take a moment to exit

/** Creates the run's folder and removes those of runs whose process has exited. Returns its path. */
export function createTemporary() {
  for (const name of readdirSync(parent)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(parent, name), removal)
  }
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`))
}

/** Removes the folder; a file that cannot be removed is reported without failing the run. */
export function removeTemporary(dir) {
  try {
    rmSync(dir, removal)
  } catch (error) {
    console.error(`not removed: ${dir} (${error.message})`)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
