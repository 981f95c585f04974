// `npm test`: what must pass before a change lands. `npm run test:more`: the other store, the other ways of running it,
// every screen, containers, the long simulation. Each step is named with its time and count; a part that this machine
// cannot run is named as skipped, and fails in CI.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap()

const more = process.argv.includes('--more')
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const inCi = Boolean(process.env.CI)
const results = []

const onPath = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0
const pathWithout = (command) =>
  process.env.PATH.split(':')
    .filter((dir) => !existsSync(join(dir, command)))
    .join(':')
const hasDocker = () => spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0
const defaultStore = onPath('mongod') ? 'mongod' : 'docstore'
const otherStore = defaultStore === 'mongod' ? 'docstore' : 'mongod'

const steps = more
  ? [
      [
        'service tests on the other store',
        () => jest(['service'], { TEST_STORE: otherStore }),
        otherStore === 'mongod' && 'no mongod on PATH',
      ],
      [
        'service tests on engines from Docker',
        () =>
          jest(['service'], { TEST_ENGINES: 'containers' }, ['services/investment/test/orders', 'libs/messaging/test']),
        !hasDocker() && 'no Docker engine',
      ],
      [
        'journey with --split and on mongod',
        () => node('web/e2e/split.e2e.ts'),
        defaultStore !== 'mongod' && 'no mongod on PATH',
      ],
      [
        'journey in a browser on docstore',
        () => node('web/e2e/journey.e2e.ts', { PATH: pathWithout('mongod') }),
        !onPath('chromium') && 'no chromium on PATH',
      ],
      ['screens', () => node('web/e2e/screens.e2e.ts'), !onPath('chromium') && 'no chromium on PATH'],
      [
        'slow and broken networks in a browser',
        () => node('web/e2e/network.e2e.ts'),
        !onPath('chromium') && 'no chromium on PATH',
      ],
      [
        'long simulation',
        () =>
          jest(['service'], { SIMULATION_SEEDS: '50', SIMULATION_STEPS: '20000' }, [
            'services/investment/test/simulation',
          ]),
      ],
      ['mutants of the money path', () => node('services/investment/test/simulation/mutants.e2e.ts')],
      ['containers', () => node('deploy/test/containers.e2e.ts'), !hasDocker() && 'no Docker engine'],
    ]
  : [
      ['lint', lint],
      ['behaviour', () => jest(['unit', 'web'])],
      ['service tests', () => jest(['service'], { TEST_STORE: defaultStore })],
      ['journey in a browser', () => node('web/e2e/journey.e2e.ts'), !onPath('chromium') && 'no chromium on PATH'],
    ]

await build()
for (const [name, run, missing] of steps) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) continue
  await step(name, run, missing)
}
report()

async function build() {
  const { build: compile } = await import('./build.mjs')
  await compile()
  const { webIsStale, buildWebApart } = await import('./build-web.mjs')
  if (webIsStale()) await buildWebApart()
}

async function step(name, run, missing) {
  if (missing) {
    const failed = inCi ? 1 : 0
    console.log(`\n${failed ? 'FAIL' : 'skip'} ${name}: ${missing}`)
    results.push({ name, passed: 0, failed, skipped: failed ? 0 : 1 })
    return
  }
  console.log(`\n— ${name}`)
  const startedAt = performance.now()
  const counts = await run()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const skipped = counts.skipped ? `, ${counts.skipped} skipped` : ''
  console.log(
    `${counts.failed ? 'FAIL' : 'ok  '} ${name}: ${counts.passed} passed, ${counts.failed} failed${skipped}, ${seconds} s`,
  )
  results.push({ name, ...counts })
}

async function lint() {
  const { lint: checks } = await import('./lint.mjs')
  const done = await checks()
  return { passed: done.filter(({ ok }) => ok).length, failed: done.filter(({ ok }) => !ok).length, skipped: 0 }
}

/** Runs Jest's projects; counts come from its report, and a run that ends without one counts as a failure. */
async function jest(projects, env = {}, paths = []) {
  const report = join(mkdtempSync(join(tmpdir(), 'hissa-jest-')), 'report.json')
  const code = await run(
    [
      '--experimental-vm-modules',
      '--no-warnings',
      'node_modules/jest/bin/jest.js',
      ...['--selectProjects', ...projects],
      ...['--maxWorkers', '2', '--silent', '--json', `--outputFile=${report}`],
      ...paths,
    ],
    env,
    ['ignore', 'ignore', 'inherit'],
  )
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const failed = numFailedTests || numFailedTestSuites || (code === 0 ? 0 : 1)
  return { passed: numPassedTests, failed, skipped: numPendingTests }
}

/** Runs one file of node's own test runner, from source; its report gives the counts. */
async function node(file, env = {}) {
  const report = join(mkdtempSync(join(tmpdir(), 'hissa-e2e-')), 'report.tap')
  const code = await run(
    [
      ...['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register', '--test'],
      ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
      ...['--test-reporter=tap', `--test-reporter-destination=${report}`],
      file,
    ],
    { SWC_NODE_PROJECT: join(root, 'tsconfig.base.json'), ...env },
    ['ignore', 'inherit', 'inherit'],
  )
  const count = (what) =>
    Number(new RegExp(`^# ${what} (\\d+)`, 'm').exec(existsSync(report) ? readFileSync(report, 'utf8') : '')?.[1] ?? 0)
  return { passed: count('pass'), failed: count('fail') || (code === 0 ? 0 : 1), skipped: count('skipped') }
}

function run(args, env, stdio) {
  const child = spawn(process.execPath, args, { cwd: root, stdio, env: { ...process.env, ...env } })
  return new Promise((done) => child.once('close', (code) => done(code ?? 1)))
}

function report() {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum)
  console.log(
    `\n${results.map(({ name, passed: ok, failed: bad }) => `${bad ? 'FAIL' : 'ok  '} ${name} (${ok})`).join('\n')}`,
  )
  console.log(`\n${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
  if (process.env.HISSA_TEST_COUNTS) appendFileSync(process.env.HISSA_TEST_COUNTS, `${passed} ${failed}\n`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
}
