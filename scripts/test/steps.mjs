// The steps of `npm test`, `npm run test:more` and `npm run verify long`. A step is `lint`, projects of Jest, a file of
// Node's test runner, or a check of the errors that another step provoked (`errorsOf`). `lacks` returns what this machine
// lacks to run it, and fails in CI; `skips` returns why it cannot or need not run here; `env` has its environment
// variables, or returns them. Adjacent steps that are `idle` for half of their time run two at a time. Steps come in the
// order of what they protect: if a run has a time limit, a slow machine doesn't reach the last ones.

const onContainers = ['services/investment/test/orders', 'libs/messaging/test']
/** Long tests, which `npm run test:more` runs. */
const longTests = [
  'tests/platform/journey.spec',
  'services/investment/test/kill-(raise|distribution).spec',
  'libs/messaging/test/recovery.spec',
  'services/identity/test/limits.spec',
  'services/tokenisation/test/(chain/crashes|campaign)',
]
/** Whole stories on a chain that is interrupted or reorganised, which `npm run verify long` runs. */
const chainStories = ['services/tokenisation/test/(interruptions|relocation-|enforcement-reorganised)']
/** A test that takes a sample in `npm test`, and everything in `npm run test:more`. */
const answers = 'local/docstore/test/recorded-answers.spec'
/** Tests of docstore itself. If there are two stores they run once, with the other store. */
const docstoreTests = ['local/docstore/test']
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
  ...['services/identity/test/(limits|guessing)', 'services/investment/test/simulation'],
  'services/tokenisation/test/(interruptions|relocation-|enforcement-reorganised|chain/|campaign)',
  ...platformTests.map((name) => `tests/platform/${name}.spec`),
]
const longRuns = { SIMULATION_SEEDS: '50', SIMULATION_STEPS: '20000' }
/** More than 200 faults. */
const longCampaign = { CAMPAIGN_CRASHES: '3', CAMPAIGN_TROUBLES: '2' }

/**
 * @param machine what this machine has: `{ server, withoutServer, chromium, kubectl(), docker(), mongoImage() }`. `server` is true if
 * it has a MongoDB server, and `withoutServer` has the variables that hide it.
 * @param command `test`, `test:more` or `verify long`
 */
export function stepsOf(machine, command) {
  const browser = (name, file) => ({
    ...{ name, node: `tests/journeys/${file}.e2e.ts` },
    lacks: () => !machine.chromium && 'no chromium on PATH',
  })
  const docker = () => !machine.docker() && 'no Docker engine'
  const oneStore = () =>
    !machine.server && 'there is only one store, because no MongoDB server is on PATH or in MONGODB_URI'
  const service = (name, paths, rest) => ({ name, jest: ['service'], paths, ...rest })
  if (command === 'verify long')
    return [
      service('long simulation', ['services/investment/test/simulation'], { env: longRuns }),
      { ...browser('screens in every look', 'screens'), env: { HISSA_EVERY_LOOK: '1' } },
      service('long campaign of faults on the chain', ['services/tokenisation/test/campaign.spec'], {
        env: longCampaign,
      }),
      service('reorganised and interrupted chains', chainStories),
      service('service tests on engines from Docker', onContainers, {
        env: () => ({ TEST_ENGINES: 'containers', TEST_STORE: machine.mongoImage() ? 'mongod' : 'docstore' }),
        lacks: docker,
      }),
    ]
  if (command === 'test')
    return [
      { name: 'lint' },
      { name: 'behaviour', jest: ['unit', 'web'] },
      {
        ...{ name: 'service tests', jest: ['service'], env: { TEST_STORE: machine.server ? 'mongod' : 'docstore' } },
        without: [...longTests, ...chainStories, ...(machine.server ? docstoreTests : [])],
      },
      { name: 'errors that service tests provoke', errorsOf: 'service tests' },
      browser('journey in a browser', 'journey'),
    ]
  return [
    {
      ...{ name: 'service tests on the other store', jest: ['service'], env: { TEST_STORE: 'docstore' } },
      ...{ without: storelessTests, skips: oneStore },
    },
    browser('screens', 'screens'),
    browser('slow and broken networks in a browser', 'network'),
    {
      ...{ name: 'objects of a cluster', node: 'tests/platform/kubernetes.e2e.ts' },
      lacks: () => !machine.kubectl() && 'no kubectl 1.27 or newer on PATH',
    },
    { ...browser('life of a raise in a browser', 'raise-life'), idle: true },
    { ...browser('payments in a browser', 'payments'), idle: true },
    { ...browser('learning hub in a browser', 'learning'), idle: true },
    { ...browser('identity verification in a browser', 'identity'), idle: true },
    { ...browser('knowledge-admin in a browser', 'knowledge-admin'), idle: true },
    { ...browser('own wallets in a browser', 'own-wallet'), idle: true },
    {
      ...{ name: 'containers', node: 'tests/platform/containers.e2e.ts', lacks: docker },
      env: () => ({ TEST_STORE: machine.mongoImage() ? 'mongod' : 'docstore' }),
    },
    { name: 'journey with --split', node: 'tests/journeys/split.e2e.ts' },
    { name: 'reload in development', node: 'tests/platform/dev.e2e.ts' },
    service('long service tests', [...longTests, answers], { env: { DOCSTORE_ANSWERS: 'all' } }),
    {
      ...browser('journey in a browser on docstore', 'journey'),
      ...{ env: machine.withoutServer, skips: oneStore },
    },
  ]
}
