// The temporary folder of one test run. All programs of the run get it as TMPDIR, so that removing it removes all their
// files, also after a failure or Ctrl-C. The next run removes what remains after `kill -9`. It is in memory where there
// is enough, because the stores of the tests wait for the disk otherwise.
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const prefix = 'hissa-run-'
const memory = '/dev/shm'
const enoughBytes = 8 * 2 ** 30
const parent = process.env.TMPDIR || (hasMemory() ? memory : tmpdir())
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

function hasMemory() {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= enoughBytes
  } catch {
    return false // no Linux
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
