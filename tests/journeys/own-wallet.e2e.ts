import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { PropertySummary } from '@hissa/contracts/property'
import type { Output } from '@hissa/contracts'
import type { GetAccount, GetShareholder } from '@hissa/contracts/tokenisation'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Account } from './support/accounts.js'
import { addWallet } from './support/browser-wallet.js'
import { RaiseWorld } from './support/raise-world.js'
import { ShareDesk } from './support/share-desk.js'
import { story } from './support/story.js'
import { waitFor } from './support/waits.js'

const LOCAL_CHAIN = 31_337
const HOUR_MS = 60 * 60_000
/** How often an open desk reads the shareholder again. */
const DESK_READS_EVERY_MS = 20_000
const CONNECT = { en: 'Use your own wallet', ar: 'استخدام محفظتك الخاصة' } as const

describe('own wallets and freezes, with a browser and the chain', () => {
  let world: RaiseWorld
  let property: PropertySummary
  let owner: Account
  let ownerId = ''
  const account = privateKeyToAccount(generatePrivateKey())
  const part = story()

  before(async () => {
    world = await RaiseWorld.start()
    const properties = await world.journey.properties('status=active&limit=50')
    property = properties.find(({ offering }) => offering.unitsTotal === 200)!
    const { amal, badr } = world.investors
    owner = amal
    await Promise.all([amal, badr].map((investor) => world.buy(investor, property, 10_000)))
    await world.waitForRaise(property, 'funded')
    await world.moveClockTo(new Date((await world.endOfCoolingOff(amal, property)).getTime() + HOUR_MS))
    await world.fileDeed(property)
    await world.waitForRaise(property, 'completed')
    await world.waitForMinted(property, 200)
    ownerId = await idOf(amal)
  })
  after(() => world?.stop())

  const idOf = async (user: Account) => {
    const { idToken } = await world.session(user)
    return (JSON.parse(Buffer.from(idToken.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub
  }
  const walletOf = async (user: Account) => {
    const { idToken: token } = await world.session(user)
    return world.journey.api<Output<typeof GetAccount>>('/api/wallet', { token })
  }
  const waitForFreeze = async () => {
    const { idToken: token } = await world.session(world.staff.officer)
    const path = `/api/compliance/shareholders/${ownerId}`
    await waitFor('the freeze on the chain', async () => {
      const { freezes } = (await world.journey.api<Output<typeof GetShareholder>>(path, { token })).shareholder
      return freezes.some(({ state }) => state === 'frozen')
    })
  }
  const asOfficer = (user: Account, use: (desk: ShareDesk) => Promise<void>) =>
    world.asUser(user, (page) => use(new ShareDesk(page, world.url)))

  part('holds the shares in custody, and says how to get a wallet if there is none', async () => {
    await world.inLanguages(owner, async (page, language) => {
      await world.visit(page, '/wallet')
      await world.seeInThemes(page, 'wallet-custody', language)
      await page.getByRole('button', { name: CONNECT[language] }).click()
      await page.getByRole('dialog').waitFor()
      await world.seeInThemes(page, 'wallet-none', language)
    })
  })

  part('requests the move with a signature of the wallet, from the right network', async () => {
    await world.inLanguages(owner, async (page, language) => {
      await addWallet(page, account, LOCAL_CHAIN)
      await world.visit(page, '/wallet')
      await page.getByRole('button', { name: CONNECT[language] }).click()
      await page.getByRole('button', { name: 'Sample Wallet' }).waitFor()
      await world.seeInThemes(page, 'wallet-choose', language)
    })
    await world.asUser(owner, async (page) => {
      await addWallet(page, account, LOCAL_CHAIN)
      await world.visit(page, '/wallet')
      await page.getByRole('button', { name: CONNECT.en }).click()
      const dialog = page.getByRole('dialog', { name: CONNECT.en })
      await dialog.getByRole('button', { name: 'Sample Wallet' }).waitFor()
      await dialog.getByRole('button', { name: 'Sample Wallet' }).click()
      await dialog.getByText('It’s on Ethereum. Your shares are on Local chain.').waitFor()
      await world.seeInThemes(page, 'wallet-network')
      await dialog.getByRole('button', { name: 'Switch to Local chain' }).click()
      await dialog.getByRole('button', { name: 'Sign and send request' }).waitFor()
      await world.seeInThemes(page, 'wallet-connected')
      await dialog.getByRole('button', { name: 'Sign and send request' }).click()
      await page.getByText('Under review').waitFor()
      await dialog.waitFor({ state: 'detached' })
    })
    await world.inLanguages(owner, async (page, language) => {
      await world.visit(page, '/wallet')
      await page.getByText(language === 'en' ? 'Under review' : 'قيد المراجعة').waitFor()
      await world.seeInThemes(page, 'wallet-requested', language)
    })
  })

  part('moves the shares on the chain once two people of compliance have agreed', async () => {
    const { officer, secondOfficer } = world.staff
    await world.inLanguages(officer, async (page, language) => {
      const desk = new ShareDesk(page, world.url)
      await desk.openSection('open')
      await page.getByTitle(ownerId).waitFor()
      await world.seeInThemes(page, 'shareholders', language)
      await desk.open(ownerId)
      await world.seeInThemes(page, 'shareholder', language)
    })
    await asOfficer(officer, async (desk) => {
      await desk.open(ownerId)
      const dialog = await desk.begin('Approve the move')
      await world.seeInThemes(desk.page, 'shareholder-dialog')
      await desk.confirm(dialog, 'Approve the move', 'Proposed. Another person has to decide.')
      await desk.page.getByText('Another person has to decide.').last().waitFor()
      const buttons = await desk.page.locator('[data-detail] button').allInnerTexts()
      assert.ok(!buttons.includes('Approve proposal'), 'the maker cannot approve')
    })
    await world.inLanguages(secondOfficer, async (page, language) => {
      await new ShareDesk(page, world.url).openSection('decisions')
      await world.seeInThemes(page, 'shareholders-proposals', language)
    })
    await asOfficer(secondOfficer, async (desk) => {
      await desk.open(ownerId)
      await desk.approve()
    })
    await world.asUser(owner, async (page) => {
      await world.visit(page, '/wallet')
      await page.getByText('All your shares are at the new address.').waitFor()
      await page.getByText(account.address).first().waitFor()
    })
    await world.inLanguages(owner, async (page, language) => {
      await world.visit(page, '/wallet')
      await world.seeInThemes(page, 'wallet-own', language)
    })
    const wallet = await walletOf(owner)
    assert.deepEqual([wallet.account, wallet.isCustodial], [account.address, false])
    assert.equal(await world.unitsAt(wallet.tokens[0]!.token, account.address), 100)
    await waitFor('chain and register to agree', async () => {
      const { token } = await world.journey.api<{ token: { reconciliation?: { state: string }; state: string } }>(
        `/api/tokens/${property.slug}`,
      )
      return token.state === 'live' && token.reconciliation?.state === 'agrees'
    })
  })

  part('shows the closed lock-up and the move between addresses on the token’s page', async () => {
    await world.inLanguages(owner, async (page, language) => {
      await world.visit(page, `/tokenization/${property.slug}`)
      if (language === 'en') {
        await page.getByText('Shares change hands through Hissa only.').waitFor()
        await page.getByRole('cell', { name: 'Moved' }).first().waitFor()
      }
      await world.seeInThemes(page, 'token-moved', language)
    })
  })

  part('shows a freeze to the investor, who can’t move the shares then', async () => {
    const { officer, secondOfficer } = world.staff
    await asOfficer(officer, async (desk) => {
      await desk.open(ownerId)
      await desk.propose('Freeze shares')
    })
    await asOfficer(secondOfficer, async (desk) => {
      await desk.page.clock.install()
      await desk.open(ownerId)
      await desk.approve()
      await waitForFreeze()
      await desk.page.clock.fastForward(DESK_READS_EVERY_MS)
      await desk.page.getByRole('table', { name: 'Freezes' }).getByText('Frozen', { exact: true }).first().waitFor()
    })
    await world.inLanguages(secondOfficer, async (page, language) => {
      const desk = new ShareDesk(page, world.url)
      await desk.open(ownerId)
      await world.seeInThemes(page, 'shareholder-frozen', language)
      await desk.openSection('frozen')
      await page.getByTitle(ownerId).waitFor()
    })
    await world.inLanguages(owner, async (page, language) => {
      await world.visit(page, '/wallet')
      const title = language === 'en' ? /^(All|Some of) your shares are frozen$/ : /^(كل|بعض) حصصك مجمّدة$/
      await page.getByText(title).waitFor()
      assert.equal(await page.getByRole('button', { name: /Move back to Hissa|الإعادة إلى منصة حصة/ }).count(), 0)
      await world.seeInThemes(page, 'wallet-frozen', language)
    })
  })

  part('lets finance find the shareholder and propose a transfer, but decide nothing else', async () => {
    await world.inLanguages(world.staff.maker, async (page, language) => {
      await new ShareDesk(page, world.url).open(ownerId)
      await page.getByRole('button', { name: /Transfer shares|نقل ملكية الحصص/ }).click()
      await page.getByRole('dialog').waitFor()
      await world.seeInThemes(page, 'shareholder-transfer', language)
      await page.keyboard.press('Escape')
      assert.equal(await page.getByRole('button', { name: /Freeze shares|تجميد الحصص/ }).count(), 0)
    })
  })
})
