// `npm run verify unstable -- <words> [--times=N]`: finds tests that depend on the speed of the machine. Runs each test file
// whose path contains every word 20 times, alone, with a busy loop for each processor beside it, and prints the failures
// of each test. The runs are counted in .data/verify/unstable.json, so that an interrupted command resumes, and a file
// that has passed is skipped until its content changes.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { jest, listTests, node, stopAll } from '../test/run.mjs'
import { createTemporary, removeTemporary } from '../test/temporary.mjs'

/** Runs the test files that the words select. Returns whether every run passed. */
export async function verifyUnstable(root, words, times) {
  const files = (await testFiles(root)).filter((path) => words.every((word) => path.includes(word)))
  if (files.length === 0) throw new Error(`No path of a test file contains ${words.join(' and ')}.`)
  const temporary = createTemporary()
  const loops = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  process.on('exit', () => {
    for (const loop of loops) loop.kill('SIGKILL')
    removeTemporary(temporary)
  })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => void stopAll(signal).then(() => process.exit(130)))
  const runs = runsIn(join(root, '.data', 'verify', 'unstable.json'))
  let isStable = true
  for (const file of files.sort()) {
    const result = await runs.repeat(file, hashOf(join(root, file)), times, () => runAlone(root, temporary, file))
    isStable = result.failed === 0 && isStable
    console.log(`${result.failed === 0 ? 'ok  ' : 'FAIL'} ${file}: ${times - result.failed} of ${times} passed`)
    for (const [name, { count, error }] of Object.entries(result.failures))
      console.log(`       ${count} × ${name}: ${error}`)
  }
  return isStable
}

async function testFiles(root) {
  const browserTests = globSync('tests/{journeys,platform}/*.e2e.ts', { cwd: root })
  return [...(await listTests({})).map((path) => relative(root, path)), ...browserTests]
}

const hashOf = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

const runAlone = (root, temporary, file) =>
  file.endsWith('.e2e.ts')
    ? node(temporary, file, { output: 'ignore' })
    : jest(temporary, { paths: [`${join(root, file)}$`], output: 'ignore' })

/** Returns the runs of each test file, which are written to `path` after each run. */
export function runsIn(path) {
  const known = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  mkdirSync(dirname(path), { recursive: true })
  const isUsable = (entry, hash, times) => entry?.hash === hash && (entry.failed === 0 || entry.runs < times)
  return {
    async repeat(file, hash, times, run) {
      const entry = isUsable(known[file], hash, times) ? known[file] : { hash, runs: 0, failed: 0, failures: {} }
      known[file] = entry
      while (entry.runs < times) {
        count(entry, await run())
        writeFileSync(path, `${JSON.stringify(known, null, 2)}\n`)
      }
      return entry
    },
  }
}

function count(entry, results) {
  const failures = results.flatMap((result) => result.failures)
  if (results.every(({ passed }) => passed === 0) && failures.length === 0)
    failures.push({ name: '', error: 'no test ran' })
  entry.runs += 1
  if (failures.length > 0) entry.failed += 1
  for (const { name, error } of failures) {
    const known = entry.failures[name] ?? { count: 0, error }
    entry.failures[name] = { ...known, count: known.count + 1 }
  }
}
