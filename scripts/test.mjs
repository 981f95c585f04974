// `npm test` runs the tests that must pass before a change is merged. `npm run test:more` adds the other store, other
// ways of running the product, every screen, containers and the long simulation. Each step is listed with its time and
// count. A step that this machine cannot run is listed as skipped, and fails in CI. Arguments select what is run: see
// test/select.mjs.
import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'
import { listFailures } from './test/failures.mjs'
import { jest, listTests, node, stopAll } from './test/run.mjs'
import { namePattern, select } from './test/select.mjs'
import { createTemporary, removeTemporary } from './test/temporary.mjs'

await bootstrap()

const more = process.argv.includes('--more')
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = process.argv.slice(2).filter((argument) => argument.startsWith('--') && argument !== '--more')
if (unknown.length > 0) {
  console.error(`Unknown option ${unknown[0]}. Usage: npm test [-- <words>], npm run test:more [-- <words>]`)
  process.exit(1)
}
const inCi = Boolean(process.env.CI)
const results = []
const interrupted = 130

const onPath = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const pathWithout = (command) =>
  process.env.PATH.split(':')
    .filter((dir) => !existsSync(join(dir, command)))
    .join(':')
const hasDocker = () => spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0
const hasMongod = onPath('mongod')
const defaultStore = hasMongod ? 'mongod' : 'docstore'
const otherStore = hasMongod ? 'docstore' : 'mongod'
const noMongod = () => !hasMongod && 'no mongod on PATH'
const noChromium = () => !onPath('chromium') && 'no chromium on PATH'
const noDocker = () => !hasDocker() && 'no Docker engine'
const onContainers = ['services/investment/test/orders', 'libs/messaging/test']
/** Long tests, which `npm run test:more` runs. */
const longTests = [
  'deploy/test/journey.spec',
  'services/investment/test/kill-raise.spec',
  'libs/messaging/test/recovery.spec',
  'services/identity/test/limits.spec',
  'services/tokenisation/test/(interruptions|relocation-|enforcement-reorganised|chain/crashes)',
]
/** A long test with a separate step. */
const campaign = 'services/tokenisation/test/campaign.spec'
/** Tests of docstore itself. If there are two stores they run once, with the other store. */
const docstoreTests = hasMongod ? ['deploy/local/docstore/test'] : []
/** Tests that depend on no store or little, and need not run on the other store; the journey runs there in a browser. */
const platformTests = [
  'added-service',
  'alerts',
  'documents',
  'journey',
  'permissions',
  'refusals',
  'sessions',
  'tracing',
]
const storelessTests = [
  ...['services/gateway/test', 'libs/kernel/test', 'libs/messaging/test/recovery'],
  ...['services/identity/test/(limits|guessing)', 'services/investment/test/simulation', campaign],
  'services/tokenisation/test/(interruptions|relocation-|enforcement-reorganised|chain/)',
  ...platformTests.map((name) => `deploy/test/${name}.spec`),
]
const longRuns = { SIMULATION_SEEDS: '50', SIMULATION_STEPS: '20000' }
/** More than 200 faults. */
const longCampaign = { CAMPAIGN_CRASHES: '3', CAMPAIGN_TROUBLES: '2' }

/** A step is `lint`, Jest's projects, or a file of Node's test runner; `missing` names a missing requirement. */
const steps = more
  ? [
      {
        name: 'service tests on the other store',
        ...{ jest: ['service'], without: storelessTests, env: { TEST_STORE: otherStore }, missing: noMongod },
      },
      {
        name: 'service tests on engines from Docker',
        ...{ jest: ['service'], paths: onContainers, env: { TEST_ENGINES: 'containers' }, missing: noDocker },
      },
      {
        name: 'long service tests on mongod',
        ...{ jest: ['service'], paths: longTests, env: { TEST_STORE: 'mongod' }, missing: noMongod },
      },
      { name: 'journey with --split and on mongod', node: 'web/e2e/split.e2e.ts', missing: noMongod },
      { name: 'cost of a purchase', node: 'deploy/test/purchase-cost.e2e.ts', missing: noMongod },
      {
        name: 'journey in a browser on docstore',
        ...{ node: 'web/e2e/journey.e2e.ts', env: { PATH: pathWithout('mongod') }, missing: noChromium },
      },
      { name: 'screens', node: 'web/e2e/screens.e2e.ts', missing: noChromium },
      { name: 'knowledge-admin in a browser', node: 'web/e2e/knowledge-admin.e2e.ts', missing: noChromium },
      { name: 'learning hub in a browser', node: 'web/e2e/learning.e2e.ts', missing: noChromium },
      { name: 'payments in a browser', node: 'web/e2e/payments.e2e.ts', missing: noChromium },
      { name: 'life of a raise in a browser', node: 'web/e2e/raise-life.e2e.ts', missing: noChromium },
      { name: 'own wallets in a browser', node: 'web/e2e/own-wallet.e2e.ts', missing: noChromium },
      { name: 'slow and broken networks in a browser', node: 'web/e2e/network.e2e.ts', missing: noChromium },
      { name: 'long simulation', jest: ['service'], paths: ['services/investment/test/simulation'], env: longRuns },
      {
        name: 'long campaign of faults on the chain',
        ...{ jest: ['service'], paths: [campaign], env: longCampaign },
      },
      { name: 'reload in development', node: 'deploy/test/dev.e2e.ts' },
      { name: 'containers', node: 'deploy/test/containers.e2e.ts', missing: noDocker },
    ]
  : [
      { name: 'lint' },
      { name: 'behaviour', jest: ['unit', 'web'] },
      {
        name: 'service tests',
        jest: ['service'],
        without: [...longTests, campaign, ...docstoreTests],
        env: { TEST_STORE: defaultStore },
      },
      { name: 'journey in a browser', node: 'web/e2e/journey.e2e.ts', missing: noChromium },
    ]

const temporary = createTemporary()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
process.on('exit', () => removeTemporary(temporary))

const chosen = words.length > 0 ? await choose() : steps.map((step) => ({ ...step, runs: undefined }))
if (chosen.length === 0) {
  console.error(`No step, test file or test name contains ${words.map((word) => `"${word}"`).join(' and ')}.`)
  console.error(`The steps are: ${steps.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}
await build(chosen.some((step) => step.node) || words.length === 0)
for (const [index, step] of chosen.entries()) {
  if (process.exitCode !== interrupted) await runStep(step, `${index + 1} of ${chosen.length}`)
}
if (process.exitCode !== interrupted) report()

async function choose() {
  const listed = await Promise.all(
    steps.map(async ({ name, jest: projects, node: file, paths = [] }) => {
      if (file) return { name, files: [join(root, file)], whole: true }
      const files = projects ? await listTests(projects) : []
      return { name, files: files.filter((path) => paths.length === 0 || paths.some((part) => path.includes(part))) }
    }),
  )
  const choices = select(listed, words, root)
  return steps.flatMap((step, index) => (choices[index] ? [{ ...step, runs: choices[index].runs }] : []))
}

async function build(withWeb) {
  const { build: compile } = await import('./build.mjs')
  await compile()
  if (!withWeb) return
  const { webIsStale, buildWebInChild } = await import('./build-web.mjs')
  if (webIsStale()) await buildWebInChild()
}

async function runStep(step, place) {
  const { name } = step
  const missing = step.missing?.()
  if (missing) {
    const failed = inCi ? 1 : 0
    console.log(`\n${failed ? 'FAIL' : 'skip'} ${name}: ${missing}`)
    results.push({ name, passed: 0, failed, skipped: failed ? 0 : 1, failures: failed ? [{ error: missing }] : [] })
    return
  }
  console.log(`\n— ${place}: ${name}`)
  const startedAt = performance.now()
  const counts = await perform(step)
  if (process.exitCode === interrupted) return
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : ''
  console.log(
    `${counts.failed ? 'FAIL' : 'ok  '} ${name}: ${counts.passed} passed, ${counts.failed} failed${skipped}, ${seconds} s`,
  )
  results.push({ name, ...counts })
}

async function perform({ jest: projects, node: file, env, paths, without, runs }) {
  if (file) return node(temporary, file, env)
  if (!projects) return lint()
  if (!runs) return jest(temporary, { projects, env, paths, without })
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const run of runs) {
    if (process.exitCode === interrupted) break
    const pattern = run.words.length > 0 ? namePattern(run.words) : undefined
    const options = { projects, env: { ...env, HISSA_TEST_NAMES: '1' }, paths: run.files, pattern }
    const counts = await jest(temporary, options)
    for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key]
    total.failures.push(...counts.failures)
  }
  return total
}

async function lint() {
  const { lint: checks } = await import('./lint.mjs')
  const done = await checks()
  const failures = done.flatMap(({ name, ok, output }) => (ok ? [] : [{ name, error: output }]))
  return { passed: done.length - failures.length, failed: failures.length, skipped: 0, failures }
}

/** The terminal sends Ctrl-C to the children too, so they may receive it twice; that has no further effect. */
async function interrupt() {
  if (process.exitCode === interrupted) return
  process.exitCode = interrupted
  await stopAll('SIGTERM')
  process.exit(interrupted)
}

function report() {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum)
  console.log(
    `\n${results.map(({ name, passed: ok, failed: bad }) => `${bad ? 'FAIL' : 'ok  '} ${name} (${ok})`).join('\n')}`,
  )
  const failures = listFailures(results)
  if (failures.length > 0) console.log(`\n${failures.join('\n')}`)
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  if (process.env.HISSA_TEST_COUNTS) appendFileSync(process.env.HISSA_TEST_COUNTS, `${passed} ${failed}\n`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
}
