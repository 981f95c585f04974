import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { GATEWAY, serviceNames } from '@hissa/contracts'
import { createJourney, newPerson, poll } from '@hissa/testing-driver'
import { freePorts, root } from '@hissa/testing-driver/product'
import { DockerComposeEnvironment, type StartedDockerComposeEnvironment } from 'testcontainers'
import { demoPassword } from '../../local/launcher/src/seed/accounts.js'
import type { Inspected } from './support/inspected.js'

const STARTUP_MS = 600_000
const ENGINES = ['mongo', 'nats', 'redis']
const onDocstore = process.env['TEST_STORE'] === 'docstore'
const composeFiles = ['docker-compose.yml', ...(onDocstore ? ['local/docstore/compose.yml'] : [])]

describe('the platform in containers', () => {
  let environment: StartedDockerComposeEnvironment | undefined
  let baseUrl = ''
  let mailUrl = ''
  let paymentsUrl = ''
  let chainUrl = ''

  before(async () => {
    const [port, mailPort, paymentsPort, chainPort, bankPort] = await freePorts(5)
    baseUrl = `http://localhost:${port}`
    mailUrl = `http://localhost:${mailPort}`
    paymentsUrl = `http://localhost:${paymentsPort}`
    chainUrl = `http://localhost:${chainPort}`
    // Mail and payments are published on loopback only; Testcontainers in a container would look for them elsewhere.
    process.env['TESTCONTAINERS_HOST_OVERRIDE'] ??= '127.0.0.1'
    environment = await new DockerComposeEnvironment(root, composeFiles)
      .withBuild()
      .withStartupTimeout(STARTUP_MS)
      .withEnvironment({
        ...Object.fromEntries(
          Object.entries(process.env).filter(
            ([name, value]) => value !== undefined && value.length < 2_000 && !name.endsWith('PUBLIC_URL'),
          ),
        ),
        PORT: String(port),
        MAIL_PORT: String(mailPort),
        PAYMENTS_PORT: String(paymentsPort),
        CHAIN_PORT: String(chainPort),
        BANK_PORT: String(bankPort),
        BUILD_NETWORK: 'host',
        EXTRA_CA_FILE: process.env['NODE_EXTRA_CA_CERTS'] ?? '/dev/null',
      })
      .up()
  })

  after(() => environment?.down({ removeVolumes: true }))

  /** Returns the output of a program that runs with a container's own environment and credentials. */
  const sayIn = async (name: string, program: string) => {
    const script = `set -a; . /run/hissa/env; exec node --input-type=module -e "$0"`
    const { output } = await environment!.getContainer(`${name}-1`).exec(['sh', '-c', script, program])
    return output.trim()
  }
  /** Returns every file of a container's image, relative to the folder of the application. */
  const filesIn = async (name: string) => {
    const { output } = await environment!.getContainer(`${name}-1`).exec(['find', '.', '-type', 'f'])
    return output.split('\n').flatMap((line) => (line.startsWith('./') ? [line.slice(2)] : []))
  }
  /** Returns which of these packages an image has installed. */
  const packagesIn = (files: readonly string[], names: readonly string[]) =>
    names.filter((name) => files.some((file) => file.includes(`node_modules/${name}/`)))
  const inspect = async (name: string) => {
    const { stdout } = await promisify(execFile)('docker', ['inspect', environment!.getContainer(`${name}-1`).getId()])
    return (JSON.parse(stdout) as Inspected[])[0]!
  }

  it('starts with the sample catalogue', async () => {
    const journey = createJourney({ baseUrl, mailUrl, paymentsUrl })
    // A property is active once investment has opened its raise.
    const properties = await poll('the sample catalogue', async () => {
      const active = await journey.properties('status=active&limit=50')
      return active.length >= 20 ? active : undefined
    })
    const page = await fetch(`${baseUrl}/properties/${properties[0]!.slug}`)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /<h1/)
  })

  it('takes a new user to a holding', async () => {
    // No address for payments is given, because the links themselves work.
    const journey = createJourney({ baseUrl, mailUrl })
    const { session } = await journey.becomeInvestor(newPerson())
    const [property] = await journey.properties()
    const order = await journey.buy(session, { propertyId: property!.propertyId, amount: 2_000 })
    assert.equal(order.state, 'paid')
    const { totals } = await journey.dashboard(session)
    assert.equal(totals.investedFils, 200_000)
  })

  it('has the same sample data as npm start', async () => {
    const journey = createJourney({ baseUrl, mailUrl })
    const session = await journey.signIn('investor@hissa.test', demoPassword)
    const { holdings } = await journey.dashboard(session)
    assert.equal(holdings.length, 2)
    const raises = await journey.properties('limit=50')
    assert.ok(raises.filter(({ offering }) => offering.unitsPaid > 0).length >= 10)
  })

  it('ends its start by printing the addresses and the demo accounts', async () => {
    const id = environment!.getContainer('launcher-1').getId()
    const { stdout } = await promisify(execFile)('docker', ['logs', id])
    // Lines of the log, which are JSON, can follow.
    const printed = stdout.split('\n').filter((line) => !line.startsWith('{'))
    const end = printed.slice(-14).join('\n')
    const accounts = ['investor@hissa.test', demoPassword]
    for (const said of [baseUrl, `${baseUrl}/sandbox`, mailUrl, paymentsUrl, chainUrl, ...accounts])
      assert.ok(end.includes(said), `${said} in ${end}`)
  })

  it('checks the health of each container every ten seconds without starting Node', async () => {
    for (const name of [...serviceNames, 'launcher', 'sandboxes', 'bus', 'mongo', 'redis']) {
      const { Config: config, State: state } = await inspect(name)
      assert.equal(state.Health?.Status, 'healthy', name)
      assert.equal(config.Healthcheck?.Interval, 10_000_000_000, name)
      const [how, command, ...rest] = config.Healthcheck.Test
      assert.deepEqual([how, command], ['CMD', 'bash'], name)
      assert.doesNotMatch(rest.join(' '), /node|npm|mongosh/, name)
    }
  })

  it('logs a request at the gateway and at identity under the trace that the caller receives', async () => {
    const headers = {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    }
    const answer = await fetch(`${baseUrl}/idp/`, { method: 'POST', headers, body: '{}' })
    assert.equal(answer.status, 400)
    const traceId = answer.headers.get('x-amzn-requestid')!
    assert.match(traceId, /^[0-9a-f]{32}$/)
    for (const name of ['gateway', 'identity']) {
      const { stdout } = await promisify(execFile)('docker', ['logs', environment!.getContainer(`${name}-1`).getId()], {
        maxBuffer: 100_000_000,
      })
      const line = JSON.parse(stdout.split('\n').find((text) => text.includes(traceId))!) as object
      const { action, code, level, msg, service } = line as Record<string, unknown>
      const expected = { action: 'InitiateAuth', level: 30, msg: 'request', service: name }
      assert.deepEqual({ action, level, msg, service }, expected)
      assert.match(String(code), /Exception$/)
    }
  })

  it('has the services and their libraries in one image, without sandboxes, docstore or test code', async () => {
    const files = await filesIn('gateway')
    const own = files.filter((file) => !file.includes('node_modules/'))
    const allowed =
      /^(libs\/[a-z-]+\/(dist\/|package\.json$|README\.md$)|services\/[a-z]+\/(dist|knowledge|sanctions|sample|package\.json$|README\.md$)|web\/dist\/|deploy\/images\/ready\.sh$|(package|package-lock)\.json$|\.npmrc$)/
    assert.deepEqual(
      own.filter((file) => !allowed.test(file) || /^libs\/testing\/|\.spec\./.test(file)),
      [],
    )
    for (const service of serviceNames) assert.ok(own.includes(`services/${service}/dist/main.js`), service)
    assert.deepEqual(packagesIn(files, ['smtp-server', 'postal-mime', 'chokidar', 'jest', 'typescript', 'vite']), [])
  })

  it('has the sandboxes and the sample data in a separate image, without services, docstore or engines', async () => {
    const files = await filesIn('sandboxes')
    const own = files.filter((file) => !file.includes('node_modules/'))
    const folders = new Set(own.map((file) => /^(local\/[a-z]+|libs\/testing\/[a-z]+)\//.exec(file)?.[1]))
    assert.deepEqual([...folders].filter(Boolean).sort(), [
      'libs/testing/driver',
      'libs/testing/helpers',
      'local/bank',
      'local/chain',
      'local/kit',
      'local/launcher',
      'local/mail',
      'local/payments',
    ])
    assert.deepEqual(
      own.filter((file) => /^(services|web)\/|\.spec\./.test(file)),
      [],
    )
    assert.deepEqual(packagesIn(files, ['jest', 'typescript', 'vite', 'sharp', '@foundry-rs/anvil']), [])
  })

  it('has anvil only in the image of the chain, which has no service', async () => {
    const files = await filesIn('chain')
    assert.ok(files.some((file) => /node_modules\/@foundry-rs\/anvil-linux-\w+\/bin\/anvil$/.test(file)))
    assert.deepEqual(
      files.filter((file) => /^(services|web|local\/docstore)\//.test(file)),
      [],
    )
    assert.deepEqual(packagesIn(files, ['jest', 'typescript', 'vite']), [])
    assert.deepEqual(packagesIn(await filesIn('gateway'), ['@foundry-rs/anvil']), [])
  })

  /** Calls the published RPC; null while it does not answer with a result. */
  const chain = async <T>(method: string, ...params: unknown[]): Promise<T | null> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(chainUrl, { method: 'POST', headers, body }).catch(() => null)
    return answer?.ok ? ((await answer.json()) as { result: T }).result : null
  }

  it('keeps its chain when the container is killed, and gives ether to the accounts of tokenisation', async () => {
    const block = await chain<{ hash: string }>('eth_getBlockByNumber', '0x1', false)
    assert.match(block!.hash, /^0x/)
    const read = `console.log(process.env.CHAIN_ACCOUNTS)`
    const accounts = JSON.parse(await sayIn('chain', read)) as string[]
    assert.equal(accounts.length, 7)
    await promisify(execFile)('docker', ['kill', environment!.getContainer('chain-1').getId()])
    await promisify(execFile)('docker', ['start', environment!.getContainer('chain-1').getId()])
    const again = await poll(
      'the chain',
      async () => (await chain<object>('eth_getBlockByNumber', '0x1', false)) ?? undefined,
    )
    assert.deepEqual(again, block)
    for (const account of accounts) assert.ok(BigInt((await chain<string>('eth_getBalance', account, 'latest'))!) > 0n)
  })

  it('switches faults of the chain at /sandbox and shows its state', async () => {
    const set = async (duration: string) => {
      const body = JSON.stringify({ target: 'chain', mode: 'error', for: duration })
      const headers = { 'content-type': 'application/json' }
      assert.equal((await fetch(`${baseUrl}/sandbox/faults`, { method: 'POST', headers, body })).status, 200)
    }
    const reachable = (expected: boolean) =>
      poll(`chain reachable: ${expected}`, async () => {
        const { chain: state } = (await (await fetch(`${baseUrl}/sandbox/state`)).json()) as Shown
        return state.isReachable === expected ? state : undefined
      })
    assert.deepEqual(
      { ...(await reachable(true)), blockNumber: 0 },
      { url: chainUrl, isReachable: true, chainId: 31337, blockNumber: 0 },
    )
    await set('PT10M')
    await reachable(false)
    await set('PT0S')
    await reachable(true)
  })

  it('gives each container only its own secrets', async () => {
    for (const name of serviceNames) {
      const files = await sayIn(name, `console.log((await import('node:fs')).readdirSync('/run/hissa').join())`)
      assert.equal(files, 'env', name)
    }
    // The publishable key is public: every browser receives it.
    const isSecret = '/(?<!PUBLISHABLE_)KEY|SECRET|_URI|NATS_URL|REDIS_URL/'
    const held = `console.log(Object.keys(process.env).filter((key) => ${isSecret}.test(key)).sort().join())`
    const expected: Record<string, string> = {
      identity: 'IDENTITY_MASTER_KEY,MONGODB_URI,NATS_URL',
      property: 'MONGODB_URI,NATS_URL,PROPERTY_MASTER_KEY',
      investment: 'INVESTMENT_MASTER_KEY,MONGODB_URI,NATS_URL,STRIPE_SECRET_KEY,STRIPE_WEBHOOK_SECRET',
      kyc: 'KYC_MASTER_KEY,MONGODB_URI,NATS_URL',
      tokenisation:
        'CHAIN_KEY_ANCHOR,CHAIN_KEY_DEPLOYER,CHAIN_KEY_ENFORCER,CHAIN_KEY_MINTER,CHAIN_KEY_REGISTRAR,CHAIN_KEY_TITLER,' +
        'CHAIN_KEY_VERIFIER,MONGODB_URI,NATS_URL,TOKENISATION_MASTER_KEY',
      chain: '',
      notification: 'MONGODB_URI,NATS_URL,REDIS_URL',
      gateway: 'NATS_URL,REDIS_URL',
    }
    for (const [name, keys] of Object.entries(expected)) assert.equal(await sayIn(name, held), keys, name)
  })

  it('lets an auditor verify the log of kyc against the heads in Docker’s log', async () => {
    const journey = createJourney({ baseUrl, mailUrl, paymentsUrl })
    const { idToken } = await journey.signIn('compliance@hissa.test', demoPassword)
    const headers = { authorization: `Bearer ${idToken}` }
    assert.equal((await fetch(`${baseUrl}/api/kyc/tickets`, { headers })).status, 200)
    const project = (await inspect('kyc')).Config.Labels['com.docker.compose.project']
    const command = readFileSync(join(root, 'libs/audit/README.md'), 'utf8').split('```')[1]!
    const verify = () =>
      promisify(execFile)('sh', ['-c', command], {
        cwd: root,
        env: { ...process.env, COMPOSE_PROJECT_NAME: project, BUILD_NETWORK: 'host' },
      }).catch((error: { stdout: string; stderr: string }) => error)
    // The first head is signed within a second of the first row.
    const { stdout, stderr } = await poll('a signed head', async () => {
      const said = await verify()
      if (!said.stdout.includes('intact')) throw new Error(`the command said ${said.stdout}${said.stderr}`)
      return said
    })
    const expected = /^\d+ rows?, (\d) signed heads?, \1 of them kept outside the store: intact, [0-9a-f]{64}$/m
    assert.match(stdout, expected, stderr)
  })

  it('lets each service only into its own database, and rejects connections without credentials', async () => {
    const counting = (uri: string, database: string) => `
      import mongoose from 'mongoose'
      const client = new mongoose.mongo.MongoClient(${uri})
      const answer = await client.db('${database}').collection('users').countDocuments().then(() => 'read', (e) => e.codeName)
      console.log(answer)
      await client.close()`
    const own = 'process.env.MONGODB_URI'
    assert.equal(await sayIn('identity', counting(own, 'hissa_identity')), 'read')
    for (const name of serviceNames.filter((service) => service !== 'identity' && service !== GATEWAY))
      assert.equal(await sayIn(name, counting(own, 'hissa_identity')), 'Unauthorized', name)
    const nobody = `'mongodb://mongo:27017/?replicaSet=rs0'`
    assert.equal(await sayIn('kyc', counting(nobody, 'hissa_kyc')), 'Unauthorized')
  })

  it('rejects connections to Redis without a user, and limits the gateway to its own counters', async () => {
    const asking = (url: string, ...command: string[]) =>
      `
      import { Redis } from 'ioredis'
      const redis = new Redis(${url}, { enableReadyCheck: false })
      redis.on('error', () => {})
      console.log(await redis.call(...${JSON.stringify(command)}).then(() => 'done', (e) => e.message.split(' ')[0]))
      redis.disconnect()`.replaceAll('"', `'`)
    assert.equal(await sayIn('gateway', asking(`'redis://redis:6379'`, 'GET', 'gateway:x')), 'NOAUTH')
    const own = 'process.env.REDIS_URL'
    assert.equal(await sayIn('gateway', asking(own, 'GET', 'gateway:x')), 'done')
    assert.equal(await sayIn('gateway', asking(own, 'GET', 'hissa_bull:mail:meta')), 'NOPERM')
    assert.equal(await sayIn('notification', asking(own, 'GET', 'gateway:x')), 'NOPERM')
    for (const name of ['gateway', 'notification']) assert.equal(await sayIn(name, asking(own, 'FLUSHALL')), 'NOPERM')
  })

  it('lets each container reach only the engines that it uses', async () => {
    // The lookup of an unresolvable name blocks a normal exit for a while, so the program kills itself.
    const reaching = (host: string, port: number) => `
      const socket = (await import('node:net')).connect(${port}, '${host}')
      const said = (word) => (console.log(word), process.kill(process.pid, 'SIGKILL'))
      socket.on('connect', () => said('reached')).on('error', () => said('no way'))
      setTimeout(() => said('no way'), 2000)`
    const ports = { mongo: 27017, nats: 4222, redis: 6379, chain: 8545 }
    const reached = async (name: string) => {
      const tries = Object.entries(ports).map(async ([engine, port]) => [
        engine,
        await sayIn(name, reaching(engine, port)),
      ])
      return (await Promise.all(tries)).filter(([, said]) => said === 'reached').map(([engine]) => engine)
    }
    assert.deepEqual(await reached('sandboxes'), [])
    assert.deepEqual(await reached('bus'), ['nats'])
    assert.deepEqual(await reached('gateway'), ['nats', 'redis'])
    assert.deepEqual(await reached('notification'), ENGINES)
    assert.deepEqual(await reached('tokenisation'), ['mongo', 'nats', 'chain'])
    assert.deepEqual(await reached('launcher'), ['nats', 'chain'])
    const others = ['gateway', 'notification', 'tokenisation']
    for (const name of serviceNames.filter((service) => !others.includes(service)))
      assert.deepEqual(await reached(name), ['mongo', 'nats'], name)
  })

  it('runs every container without privileges, on a read-only file system, within limits', async () => {
    for (const name of [...serviceNames, ...ENGINES, 'sandboxes', 'chain', 'bus']) {
      const { HostConfig: host, Config: config } = await inspect(name)
      assert.equal(host.ReadonlyRootfs, true, name)
      assert.deepEqual(host.CapDrop, ['ALL'], name)
      assert.deepEqual(host.CapAdd ?? [], [], name)
      assert.ok(host.SecurityOpt?.includes('no-new-privileges:true'), name)
      assert.ok(host.Memory > 0 && (host.PidsLimit ?? 0) > 0, name)
      assert.match(config.User, /^(node|1000:1000)$/, name)
    }
    for (const name of ENGINES)
      assert.deepEqual(Object.values((await inspect(name)).NetworkSettings.Ports).filter(Boolean), [], name)
  })

  it('switches faults of the sandboxes on and off at /sandbox, and shows passport lines that pass verification', async () => {
    const page = await (await fetch(`${baseUrl}/sandbox`)).text()
    assert.match(page, /P(&lt;|<)[A-Z]{3}/)
    const set = async (duration: string) => {
      const body = JSON.stringify({ target: 'payments', mode: 'error', for: duration })
      const headers = { 'content-type': 'application/json' }
      assert.equal((await fetch(`${baseUrl}/sandbox/faults`, { method: 'POST', headers, body })).status, 200)
    }
    const paymentsAnswer = (isBroken: boolean) =>
      poll(`payments ${isBroken ? 'fail' : 'answer'}`, async () => {
        const { status } = await fetch(`${paymentsUrl}/v1/checkout/sessions/cs_none`)
        return status >= 500 === isBroken ? true : undefined
      })
    await set('PT10M')
    await paymentsAnswer(true)
    await set('PT0S')
    await paymentsAnswer(false)
  })

  it('moves the business clock at /sandbox, also for a service that starts later', async () => {
    const headers = { 'content-type': 'application/json' }
    const moved = await fetch(`${baseUrl}/sandbox/clock`, { method: 'POST', headers, body: '{"advance":"PT49H"}' })
    const { offsetMs } = (await moved.json()) as { offsetMs: number }
    assert.equal(moved.status, 200)
    // The time that the move took is subtracted.
    assert.ok(offsetMs > 48 * 3_600_000)
    await environment!.getContainer('kyc-1').restart()
    const own = `for (const pid of (await import('node:fs')).readdirSync('/proc')) {
      if (!/^[0-9]+$/.test(pid)) continue
      const told = (await import('node:fs')).readFileSync('/proc/' + pid + '/environ', 'utf8').split('\\0')
      const offset = told.find((line) => line.startsWith('CLOCK_OFFSET_MS='))
      if (offset) { console.log(offset); break }
    }`
    assert.equal(await sayIn('kyc', own), `CLOCK_OFFSET_MS=${offsetMs}`)
  })
})

interface Shown {
  chain: { url: string; isReachable: boolean; chainId: number | null; blockNumber: number | null }
}
