// `npm test` runs the tests that must pass before a change is merged. `npm run test:more` adds the other store, other
// ways of running the product, every screen and containers; `npm run verify long` runs what takes longest. Each step is
// listed with its time and count. A step for which this machine lacks something is skipped, and fails in CI. Files that
// fail are repeated alone (test/repeat.mjs). Arguments select what is run (test/select.mjs) and repeat nothing.
import { spawnSync } from 'node:child_process'
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { callsWithErrors, compareErrors, reasonToSkip } from './test/errors.mjs'
import { groupsOf, twoAtATime } from './test/groups.mjs'
import { newBudget, repeatFailed } from './test/repeat.mjs'
import { jest, listTests, node, stopAll } from './test/run.mjs'
import { namePattern, select } from './test/select.mjs'
import { stepsOf } from './test/steps.mjs'
import { exitCodeOf, recordUnstable, summarize, summaryLines } from './test/summary.mjs'
import { createTemporary, removeTemporary } from './test/temporary.mjs'
import { reasonNotToStart } from './test/time-limit.mjs'

await bootstrap()

const command = { '--more': 'test:more', '--long': 'verify long' }[process.argv[2]] ?? 'test'
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = process.argv
  .slice(2)
  .filter((argument, index) => argument.startsWith('--') && (index > 0 || command === 'test'))
if (unknown.length > 0) {
  console.error(`Unknown option ${unknown[0]}. Usage: npm test [-- <words>], npm run test:more [-- <words>]`)
  process.exit(1)
}
const inCi = Boolean(process.env.CI)
const budget = newBudget()
const finished = []
const interrupted = 130

const succeeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const outputOf = (command, ...args) => spawnSync(command, args, { encoding: 'utf8' }).stdout ?? ''
const onPath = (command) => succeeds('sh', '-c', `command -v ${command}`)
const pathWithout = (command) =>
  process.env.PATH.split(':')
    .filter((dir) => !existsSync(join(dir, command)))
    .join(':')
const mongoImage = process.env.MONGO_IMAGE ?? 'mongo:8.0'
const steps = stepsOf(
  {
    server: Boolean(process.env.MONGODB_URI) || onPath('mongod'),
    withoutServer: { PATH: pathWithout('mongod'), MONGODB_URI: '' },
    chromium: onPath('chromium'),
    // Older ones don't know components.
    kubectl: () =>
      Number(
        /GitVersion:"v1\.(\d+)|Version: v1\.(\d+)/
          .exec(outputOf('kubectl', 'version', '--client'))
          ?.slice(1)
          .find(Boolean),
      ) >= 27,
    docker: () => succeeds('docker', 'info'),
    mongoImage: () => succeeds('docker', 'image', 'inspect', mongoImage) || succeeds('docker', 'pull', mongoImage),
  },
  command,
)

const temporary = createTemporary()
const provoked = join(temporary, 'errors')
writeFileSync(provoked, '')
if (command === 'test') process.env.HISSA_TEST_ERRORS = provoked
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
process.on('exit', () => removeTemporary(temporary))

const chosen = words.length > 0 ? await choose() : steps.map((step) => ({ ...step, runs: undefined }))
if (chosen.length === 0) {
  console.error(`No step, test file or test name contains ${words.map((word) => `"${word}"`).join(' and ')}.`)
  console.error(`The steps are: ${steps.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
await build(chosen.some((step) => step.node) || words.length === 0)
const places = new Map(chosen.map((step, index) => [step, `${index + 1} of ${chosen.length}`]))
for (const group of groupsOf(chosen)) {
  const ready = group.filter(isReady)
  if (process.exitCode === interrupted || ready.length === 0) continue
  await (ready.length === 1 ? runStep(ready[0]) : runTogether(ready))
}
if (process.exitCode !== interrupted) report()

async function choose() {
  const listed = await Promise.all(
    steps.map(async ({ name, jest: projects, node: file, paths = [] }) => {
      if (file) return { name, files: [join(root, file)], whole: true }
      const files = projects ? await listTests({ projects }) : []
      const isOfStep = (path) => paths.length === 0 || paths.some((part) => new RegExp(part).test(path))
      return { name, files: files.filter(isOfStep) }
    }),
  )
  const choices = select(listed, words, root)
  const isChosen = (step, index) => choices[index] ?? choices[steps.findIndex(({ name }) => name === step.errorsOf)]
  return steps.flatMap((step, index) => (isChosen(step, index) ? [{ ...step, runs: choices[index]?.runs }] : []))
}

async function build(withWeb) {
  const { build: compile } = await import('./build.mjs')
  await compile()
  if (!withWeb) return
  const { webIsStale, buildWebInChild } = await import('./build-web.mjs')
  if (webIsStale()) await buildWebInChild()
}

/** Returns whether a step can run here. Notes why it is skipped, or has failed. */
function isReady(step) {
  const { name } = step
  if (!isInTime(step)) return false
  const lacking = step.lacks?.()
  const skipped = step.skips?.() || (step.errorsOf && reasonToSkipErrors(step)) || (!inCi && lacking)
  if (skipped) skip(step, { skipped })
  else if (lacking) {
    console.log(`\nFAIL ${name}: ${lacking}`)
    const failures = [{ file: '', name: '', error: lacking }]
    finished.push({ name, results: [{ file: '', passed: 0, failed: 1, skipped: 0, failures }] })
  }
  return !skipped && !lacking
}

function isInTime(step) {
  const late = reasonNotToStart(process.env.HISSA_TEST_STARTS_UNTIL)
  if (late) skip(step, { skipped: late, isLate: true })
  return !late
}

function skip({ name }, outcome) {
  console.log(`\nskip ${name}: ${outcome.skipped}`)
  finished.push({ name, ...outcome })
}

function reasonToSkipErrors({ errorsOf }) {
  const named = (list) => list.find(({ name }) => name === errorsOf)
  return reasonToSkip(named(chosen), named(finished))
}

async function runStep(step) {
  console.log(`\n— ${places.get(step)}: ${step.name}`)
  const startedAt = performance.now()
  const results = await perform(step)
  await finish(step, results, performance.now() - startedAt)
}

/** Runs steps two at a time, each with its output in one piece, and afterwards repeats what failed. */
async function runTogether(steps) {
  const run = async (step) => {
    if (!isInTime(step)) return undefined
    const log = join(temporary, `step-${chosen.indexOf(step)}.log`)
    const output = openSync(log, 'w')
    console.log(`\n— ${places.get(step)}: ${step.name} begins`)
    const startedAt = performance.now()
    const results = await perform(step, output)
    closeSync(output)
    console.log(`\n— ${places.get(step)}: ${step.name}\n${readFileSync(log, 'utf8')}`)
    return [step, results, performance.now() - startedAt]
  }
  const outcomes = await twoAtATime(steps, run, () => process.exitCode === interrupted)
  for (const outcome of outcomes.filter(Boolean)) await finish(...outcome)
}

/** Repeats what failed in a step, and prints its counts and its time without the repetitions. */
async function finish(step, results, ms) {
  const outcome = await repeated(step, results)
  if (process.exitCode === interrupted) return
  finished.push({ name: step.name, ...outcome })
  console.log(`${lineOf(finished.at(-1))}, ${(ms / 1000).toFixed(0)} s`)
}

function lineOf(step) {
  const { passed, failed, skipped, unstable } = summarize([step])
  const counts = [`${passed} passed`, `${failed} failed`]
  if (skipped > 0) counts.push(`${skipped} skipped`)
  if (unstable.length > 0) counts.push(`${unstable.length} unstable`)
  return `${failed > 0 ? 'FAIL' : 'ok  '} ${step.name}: ${counts.join(', ')}`
}

async function repeated(step, results) {
  const { jest: projects, node: file } = step
  if (!(projects ?? file) || words.length > 0 || process.exitCode === interrupted) return { results, unstable: [] }
  const env = envOf(step)
  const runAlone = async (path, limitMs) => {
    if (process.exitCode === interrupted) return [] // Nothing may start after Ctrl-C.
    if (file) return node(temporary, file, { env, limitMs })
    return jest(temporary, { projects, env, paths: [`${join(root, path)}$`], limitMs })
  }
  return repeatFailed(results, runAlone, budget)
}

async function perform(step, output) {
  const { jest: projects, node: file, paths, without, runs } = step
  if (step.errorsOf) return [compareErrors(await callsWithErrors(), readFileSync(provoked, 'utf8').split('\n'))]
  if (!projects && !file) return lint()
  const env = envOf(step)
  if (file) return node(temporary, file, { env, output })
  if (!runs) return jest(temporary, { projects, env, paths, without })
  const results = []
  for (const run of runs) {
    if (process.exitCode === interrupted) break
    const pattern = run.words.length > 0 ? namePattern(run.words) : undefined
    const options = { projects, env: { ...env, HISSA_TEST_NAMES: '1' }, paths: run.files, pattern }
    results.push(...(await jest(temporary, options)))
  }
  return results
}

async function lint() {
  const { lint: checks } = await import('./lint.mjs')
  return (await checks()).map(({ name, ok, output }) => ({
    ...{ file: '', passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 },
    failures: ok ? [] : [{ file: '', name, error: output }],
  }))
}

function envOf({ env }) {
  return typeof env === 'function' ? env() : env
}

/** Stops the running step, whose processes are in separate process groups and don't receive Ctrl-C. */
async function interrupt() {
  if (process.exitCode === interrupted) return
  process.exitCode = interrupted
  await stopAll('SIGTERM')
  process.exit(interrupted)
}

function report() {
  const summary = summarize(finished)
  const ran = finished.filter(({ skipped }) => !skipped)
  console.log(`\n${ran.map(lineOf).join('\n')}`)
  console.log(summaryLines([summary]).join('\n'))
  recordUnstable(join(root, '.data', 'unstable.json'), command === 'test' ? 'npm test' : `npm run ${command}`, summary)
  if (process.env.HISSA_TEST_RESULTS) appendFileSync(process.env.HISSA_TEST_RESULTS, `${JSON.stringify(summary)}\n`)
  process.exit(exitCodeOf(finished))
}
