import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OrderView, RegisterEntryView, RegisterView, StaffRaiseView } from '@hissa/contracts/investment'
import type { Property, PropertySummary } from '@hissa/contracts/property'
import type { TokenView } from '@hissa/contracts/tokenisation'
import { units, type Units } from '@hissa/money'
import { CARDS, createJourney, type Journey, type Person, type Session } from '@hissa/testing-driver'
import { root, startHissa, type Hissa } from '@hissa/testing-driver/product'
import type { Browser, Page } from 'playwright-core'
import { connectLauncherBus } from '../../../local/launcher/src/sandbox/bus-state.js'
import { Books, type Statement } from '../../attacks/support/books.js'
import { Accounts, sampleAccount, type Account } from './accounts.js'
import { openBrowser, show, withPage } from './browser.js'
import { inEachLanguage, type Language } from './languages.js'
import { assertEveryLook, assertLooks } from './looks.js'
import { pay, reserve } from './steps.js'
import { visit, waitFor } from './waits.js'

const INVESTORS = ['amal', 'badr', 'celine', 'dana', 'emil'] as const
const STAFF = {
  ...{ maker: sampleAccount('finance'), checker: sampleAccount('finance2') },
  ...{ officer: sampleAccount('compliance'), secondOfficer: sampleAccount('compliance2') },
} as const
type Investor = (typeof INVESTORS)[number]

/** A platform with investors and staff, who sign in in a browser, and its books. */
export class RaiseWorld {
  readonly url: string
  readonly paymentsUrl: string
  /** The chain's JSON-RPC. */
  readonly chainUrl: string
  readonly journey: Journey
  readonly investors = {} as Record<Investor, Person>
  readonly staff = STAFF
  private readonly accounts: Accounts
  private totals!: Statement

  private constructor(
    private readonly hissa: Hissa,
    private readonly browser: Browser,
    private readonly books: Books,
  ) {
    this.url = hissa.url
    this.paymentsUrl = hissa.run().urls['payments']!
    this.chainUrl = hissa.run().urls['chain']!
    this.journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
    this.accounts = new Accounts(this.journey, this.url)
  }

  static async start(): Promise<RaiseWorld> {
    const hissa = await startHissa()
    const world = new RaiseWorld(hissa, await openBrowser(), await Books.open(hissa))
    try {
      await world.addInvestors()
      world.totals = await world.books.agree()
    } catch (error) {
      await world.stop()
      throw error
    }
    return world
  }

  async stop(): Promise<void> {
    await this.browser.close()
    await this.books.close()
    await this.hissa.stop()
  }

  /** Runs `use` with a page of an account that is signed in, in a language. Expects no errors in the console. */
  async asUser<T>(account: Account, use: (page: Page) => Promise<T>, language: Language = 'en'): Promise<T> {
    return withPage(this.browser, { state: await this.accounts.stateOf(account, language) }, use)
  }

  /** Runs `use` with a page of an account in each language, at the same time. */
  async inLanguages(account: Account, use: (page: Page, language: Language) => Promise<void>): Promise<void> {
    await inEachLanguage((language) => this.asUser(account, (page) => use(page, language), language))
  }

  /** Runs `use` with a page of a visitor who is signed out. */
  asVisitor<T>(use: (page: Page) => Promise<T>): Promise<T> {
    return withPage(this.browser, {}, use)
  }

  visit(page: Page, path: string): Promise<void> {
    return visit(page, `${this.url}${path}`)
  }

  /** Takes a picture on a phone and a desktop, and checks what is shown. */
  see(page: Page, name: string, language: Language = 'en'): Promise<void> {
    return assertLooks(page, `life-${name}`, language, 'light')
  }

  /** The same in both themes, for a new screen. */
  async seeInThemes(page: Page, name: string, language: Language = 'en'): Promise<void> {
    await assertEveryLook(page, name, language)
    await show(page, { theme: 'light', width: 1280 })
  }

  /** Files the title deed of a property by two people, through the API. */
  async fileDeed({ propertyId }: PropertySummary): Promise<void> {
    const [maker, checker] = [await this.session(this.staff.maker), await this.session(this.staff.checker)]
    const reason = 'Checked against the documents of the holding company.'
    const { sha256: documentSha256 } = await this.journey.storeDeed(maker, propertyId)
    const issuedOn = (await this.now()).toISOString().slice(0, 10)
    const action = { type: 'file_deed', number: 'AD-2026-118842', issuedOn, documentSha256 }
    const { pending } = await this.journey.api<{ pending: { approvalId: string } }>('/api/finance/resolutions', {
      token: maker.idToken,
      body: { subject: { kind: 'raise', id: propertyId }, action, reason },
    })
    const path = `/api/finance/resolutions/${pending.approvalId}/decision`
    await this.journey.api(path, { token: checker.idToken, body: { verdict: 'approve', reason } })
  }

  /** Returns the shares of an address at the node of the chain. */
  async unitsAt(token: string, address: string): Promise<Units> {
    const data = `0x70a08231${address.slice(2).toLowerCase().padStart(64, '0')}`
    const body = { jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: token, data }, 'latest'] }
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(this.chainUrl, { method: 'POST', headers, body: JSON.stringify(body) })
    return units(Number(((await response.json()) as { result: string }).result))
  }

  /** Buys through the API, and pays by card. */
  async buy(account: Account, { propertyId }: PropertySummary, amount: number): Promise<void> {
    await this.journey.buy(await this.session(account), { propertyId, amount })
  }

  /** Buys through the pages: property, risks, disclosures, review and the card form. */
  buyInBrowser(account: Account, { slug }: PropertySummary, amount: string): Promise<void> {
    return this.asUser(account, async (page) => {
      await reserve(page, this.url, slug, amount)
      await pay(page, CARDS.succeeds)
      await page.getByRole('heading', { name: 'Your payment has arrived' }).waitFor()
    })
  }

  /** Signs in without a browser, to read. */
  session({ email, password }: Account): Promise<Session> {
    return this.journey.signIn(email, password)
  }

  /** Suspends an account, which ends its sessions, or reinstates it. */
  async setSuspended(account: Account, userId: string, suspended: boolean): Promise<void> {
    const bus = await connectLauncherBus(this.hissa.run().urls['nats']!)
    try {
      await bus.request('local.identity.standing', { userId, suspended }, 60_000)
    } finally {
      await bus.close()
    }
    this.accounts.forget(account)
  }

  /** Reads the only order of an investor for a property. */
  async orderIn(account: Account, { propertyId }: PropertySummary): Promise<OrderView> {
    const { idToken: token } = await this.session(account)
    const { orders } = await this.journey.api<{ orders: OrderView[] }>('/api/orders', { token })
    const found = orders.filter(({ property }) => property.propertyId === propertyId)
    assert.equal(found.length, 1)
    return found[0]!
  }

  /** Returns when the cooling-off period of an investor's order ends, which begins some time after the raise is funded. */
  async endOfCoolingOff(account: Account, property: PropertySummary): Promise<Date> {
    const endsAt = await waitFor('the cooling-off period to begin', async () => {
      return (await this.orderIn(account, property)).coolingOffEndsAt
    })
    return new Date(endsAt)
  }

  async raiseOf({ propertyId }: PropertySummary): Promise<StaffRaiseView> {
    const { idToken: token } = await this.session(this.staff.maker)
    return (await this.journey.api<{ raise: StaffRaiseView }>(`/api/finance/raises/${propertyId}`, { token })).raise
  }

  /** Waits until a raise is listed in a state, then reads it. */
  async waitForRaise(property: PropertySummary, state: PropertySummary['status']): Promise<StaffRaiseView> {
    const { propertyId, slug } = property
    await waitFor(`${slug} to be ${state}`, async () => {
      const listed = await this.journey.api<{ property: Property }>(`/api/properties/${propertyId}`)
      return listed.property.status === state
    })
    const raise = await this.raiseOf(property)
    assert.equal(raise.state, state)
    return raise
  }

  /** Waits until the shares of a property are minted, and chain and register have been compared since. */
  async waitForMinted({ slug }: PropertySummary, minted: number): Promise<TokenView> {
    return waitFor(`the shares of ${slug} to be minted`, async () => {
      const { token } = await this.journey.api<{ token: TokenView }>(`/api/tokens/${slug}`)
      const { unitsMinted, reconciliation } = token
      const isMinted = unitsMinted === minted && reconciliation?.unitsOnChain === minted
      return isMinted && reconciliation.state === 'agrees' && token
    })
  }

  /** Waits until the newest register is on the chain and has an investor's account. */
  async waitForAnchored({ slug, propertyId }: PropertySummary, holder: Account) {
    const { address } = (await this.journey.api<{ token: TokenView }>(`/api/tokens/${slug}`)).token
    const session = await this.session(holder)
    const { account } = await this.journey.api<{ account: string }>('/api/wallet', { token: session.idToken })
    const newest = async () =>
      (await this.journey.api<{ registers: RegisterView[] }>('/api/register?limit=1')).registers[0]
    await waitFor('the register to be anchored', async () => (await newest())?.anchor !== undefined)
    const { sequence } = (await newest())!
    const path = `/api/register/${sequence}?limit=100`
    const { entries } = await this.journey.api<{ entries: RegisterEntryView[] }>(path)
    assert.ok(entries.some((entry) => entry.propertyId === propertyId && entry.account === account))
    return { token: address!, sequence, account }
  }

  /** Runs the verifier as a stranger would, with the chain's RPC. */
  async verifyRegister(tokens: Record<string, string>, sequence: number): Promise<{ code: number; output: string }> {
    const file = join(this.hissa.dataDir, 'tokens.json')
    await writeFile(file, JSON.stringify(tokens))
    const args = [this.url, `--sequence=${sequence}`, `--rpc=${this.chainUrl}`, `--tokens=${file}`]
    const child = spawn(process.execPath, [join(root, 'verifiers/books.mjs'), ...args])
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
    const [code] = (await once(child, 'close')) as [number]
    return { code, output }
  }

  /** Returns the business time. */
  async now(): Promise<Date> {
    const { now } = (await (await fetch(`${this.url}/sandbox/clock`)).json()) as { now: string }
    return new Date(now)
  }

  async moveClockTo(at: Date): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ set: at.toISOString() })
    const response = await fetch(`${this.url}/sandbox/clock`, { method: 'POST', headers, body })
    assert.equal(response.status, 200, await response.text())
  }

  /** Moves the clock so far that sessions have expired: every account signs in again. */
  async moveClockFarTo(at: Date): Promise<void> {
    await this.moveClockTo(at)
    this.accounts.forgetAll()
  }

  /** Checks that all records agree to the fil, and by how much the processor's totals have grown since the last time. */
  async agree(grown: Partial<Statement>): Promise<void> {
    const { captured, refunded } = this.totals
    this.totals = await this.books.agree()
    assert.equal(this.totals.captured - captured, grown.captured ?? 0, 'captured')
    assert.equal(this.totals.refunded - refunded, grown.refunded ?? 0, 'refunded')
  }

  private async addInvestors(): Promise<void> {
    await Promise.all(
      INVESTORS.map(async (name) => {
        this.investors[name] = (await this.journey.becomeInvestor()).person
      }),
    )
  }
}
