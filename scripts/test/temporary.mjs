// The temporary folder of one test run. All programs of the run get it as TMPDIR, so removing it removes everything
// they left behind, also after a failure or Ctrl-C. What `kill -9` leaves is removed by the next run.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'hissa-run-'
const parent = tmpdir()
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 250 } // engines take a moment to end

/** Creates the run's folder and removes those of runs whose process is gone. Returns its path. */
export function createTemporary() {
  for (const name of readdirSync(parent)) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(parent, name), removal)
  }
  return mkdtempSync(join(parent, `${prefix}${process.pid}-`))
}

/** Removes the folder; a file that cannot be removed is reported and fails nothing. */
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
