import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createJourney, newPerson, poll } from '@hissa/testing/journey'
import { freePorts, root } from '@hissa/testing/product'
import { DockerComposeEnvironment, type StartedDockerComposeEnvironment } from 'testcontainers'

const STARTUP_MS = 600_000

describe('the platform in containers', () => {
  let environment: StartedDockerComposeEnvironment | undefined
  let baseUrl = ''
  let mailUrl = ''
  let paymentsUrl = ''

  before(async () => {
    const [port, mailPort, paymentsPort] = await freePorts(3)
    baseUrl = `http://localhost:${port}`
    mailUrl = `http://localhost:${mailPort}`
    paymentsUrl = `http://localhost:${paymentsPort}`
    environment = await new DockerComposeEnvironment(root, 'docker-compose.yml')
      .withBuild()
      .withStartupTimeout(STARTUP_MS)
      .withEnvironment({
        ...Object.fromEntries(
          Object.entries(process.env).filter(([, value]) => value !== undefined && value.length < 2_000),
        ),
        PORT: String(port),
        MAIL_PORT: String(mailPort),
        PAYMENTS_PORT: String(paymentsPort),
        PUBLIC_URL: baseUrl,
        PAYMENTS_PUBLIC_URL: paymentsUrl,
        BUILD_NETWORK: 'host',
        EXTRA_CA_FILE: process.env['NODE_EXTRA_CA_CERTS'] ?? '/dev/null',
      })
      .up()
  })

  after(() => environment?.down({ removeVolumes: true }))

  it('comes up with the sample catalogue', async () => {
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

  it('takes a stranger to a holding', async () => {
    const journey = createJourney({ baseUrl, mailUrl, paymentsUrl })
    const { session } = await journey.becomeInvestor(newPerson())
    const [property] = await journey.properties()
    const order = await journey.buy(session, { propertyId: property!.propertyId, amount: 2_000 })
    assert.equal(order.state, 'paid')
    const { totals } = await journey.dashboard(session)
    assert.equal(totals.investedFils, 200_000)
  })
})
