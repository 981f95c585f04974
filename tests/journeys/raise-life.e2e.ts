import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Property, PropertySummary } from '@hissa/contracts/property'
import { ApiFailure, TITLE_DEED } from '@hissa/testing-driver'
import { investInArabic } from './support/arabic.js'
import { picture } from './support/browser.js'
import { enterDate } from './support/date-field.js'
import { FinanceDesk } from './support/finance-desk.js'
import { RaiseWorld } from './support/raise-world.js'
import { distributeRent } from './support/rent-story.js'
import { savedBy } from './support/saved-by.js'
import { ShareDesk } from './support/share-desk.js'
import { story } from './support/story.js'
import { together } from './support/together.js'
import { interactive, waitFor } from './support/waits.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Dubai is always four hours ahead of UTC. */
const DUBAI_MS = 4 * HOUR_MS
const REASON = 'Checked against the documents of the holding company.'

/** A date as the pages show it in English, in Dubai. */
const dateOf = (at: Date) =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Asia/Dubai' }).format(
    at,
  )

/** A time of Dubai as a field for date and time takes it. */
const localTime = (at: Date) => new Date(at.getTime() + DUBAI_MS).toISOString().slice(0, 16)

/** Returns amounts in AED with the platform fee, in fils. */
const withFee = (...amounts: number[]) => amounts.reduce((sum, amount) => sum + Math.round(amount * 101.5), 0)

describe('the life of raises, with a browser and the clock', () => {
  let world: RaiseWorld
  /** Two hundred shares, of which 160 must be paid. */
  let small: PropertySummary
  /** Ends within three days, and needs every share. */
  let missing: PropertySummary
  /** Ends within five days. */
  let later: PropertySummary
  let danasId: string
  const part = story()

  before(async () => {
    world = await RaiseWorld.start()
    // Chosen by their terms: the soonest deadlines of the sample are 3 and 5 days away.
    const properties = await world.journey.properties('status=active&limit=50')
    const soonest = properties.sort((a, b) => a.offering.deadline.localeCompare(b.offering.deadline))
    small = soonest.find(({ offering }) => offering.unitsTotal === 200)!
    const large = soonest.filter(({ offering }) => offering.unitsTotal > 200)
    missing = large[0]!
    later = large.find(({ offering }) => offering.deadline > missing.offering.deadline)!
    assert.deepEqual([small.offering.unitsAvailable, small.offering.minimumUnits], [200, 160])
  })
  after(() => world?.stop())

  /** Returns what is refunded when the clock reaches `at`: all payments of raises that end below their minimum. */
  const refundsUntil = async (at: Date) => {
    // From the investment service itself, because the catalogue follows it.
    const raises = await Promise.all((await world.journey.properties('limit=50')).map((each) => world.raiseOf(each)))
    const ending = raises.filter(
      ({ state, deadline, unitsPaid, minimumUnits }) =>
        state === 'active' && new Date(deadline) <= at && unitsPaid < minimumUnits,
    )
    return withFee(...ending.map(({ unitsPaid, unitPriceFils }) => (unitsPaid * unitPriceFils) / 100))
  }

  part('takes card payments in three raises', async () => {
    const { badr, celine, emil } = world.investors
    const orders = [world.buy(badr, missing, 2_000), world.buy(celine, missing, 3_000)]
    await Promise.all([...orders, world.buy(emil, later, 2_000)])
    await world.agree({ captured: withFee(2_000, 3_000, 2_000) })
  })

  part('closes a raise when its last share is paid, in an order below the minimum', async () => {
    const { amal, badr, celine, dana, emil } = world.investors
    await world.buy(amal, small, 10_000)
    await world.buy(celine, small, 4_000)
    const address = `${world.url}/ar/properties/${small.slug}`
    await world.asVisitor((page) => investInArabic(page, address, badr))
    await world.buy(dana, small, 2_000)
    await world.agree({ captured: withFee(10_000, 4_000, 3_000, 2_000) })
    assert.equal((await world.raiseOf(small)).state, 'active')
    await world.buyInBrowser(emil, small, '1000')
    const raise = await world.waitForRaise(small, 'funded')
    assert.equal(raise.unitsPaid, 200)
    await world.agree({ captured: withFee(1_000) })
    await world.asUser(emil, async (page) => {
      await world.visit(page, `/properties/${small.slug}`)
      await page.getByText('Funded', { exact: true }).first().waitFor()
      await world.see(page, 'funded')
    })
  })

  part('shows the cooling-off period to investors, and offers no deed to finance', async () => {
    await world.inLanguages(world.investors.celine, async (page, language) => {
      await world.visit(page, '/investor-dashboard')
      await page
        .getByText(language === 'en' ? 'Cooling-off period' : 'فترة التراجع')
        .first()
        .waitFor()
      await world.see(page, 'cooling-off', language)
    })
    await world.asUser(world.staff.maker, async (page) => {
      const desk = new FinanceDesk(page, world.url)
      await desk.openTab('raises')
      await interactive(page)
      await world.see(page, 'finance-raises')
      await desk.openRaise(small.propertyId)
      const actions = await desk.actions()
      assert.ok(
        actions.includes('End offering and refund everyone') && !actions.includes('File the title deed'),
        actions.join(),
      )
      await world.see(page, 'finance-cooling-off')
    })
  })

  part('refunds an investor who cancels in the last hour, and keeps the raise closed at its minimum', async () => {
    const { celine } = world.investors
    const order = await world.orderIn(celine, small)
    await world.moveClockTo(new Date((await world.endOfCoolingOff(celine, small)).getTime() - 30 * MINUTE_MS))
    await world.asUser(
      celine,
      async (page) => {
        await world.visit(page, '/investor-dashboard')
        await page.getByRole('button', { name: 'إلغاء الاستثمار' }).first().click()
        await page.getByRole('dialog').waitFor()
        await world.see(page, 'cancel', 'ar')
      },
      'ar',
    )
    await world.asUser(celine, async (page) => {
      await world.visit(page, '/investor-dashboard')
      const row = page.getByRole('row').filter({ hasText: order.reference })
      await row.getByText(/minutes left/).waitFor()
      await row.getByRole('button', { name: 'Cancel investment' }).click()
      const dialog = page.getByRole('dialog', { name: 'Cancel this investment?' })
      await dialog.getByText('4,060.00').first().waitFor()
      await world.see(page, 'cancel')
      await dialog.getByRole('button', { name: 'Cancel investment' }).click()
      await page.getByText('Your investment is cancelled.').waitFor()
      await row.getByText('Refunded').waitFor()
      await world.see(page, 'cancelled')
    })
    await world.agree({ refunded: order.totalFils })
    assert.equal(order.totalFils, withFee(4_000))
    const raise = await world.raiseOf(small)
    assert.deepEqual([raise.state, raise.unitsPaid], ['funded', 160])
  })

  part('tells an investor who is an hour late when the period ended, and refuses', async () => {
    const { dana } = world.investors
    const order = await world.orderIn(dana, small)
    await world.moveClockTo(new Date((await world.endOfCoolingOff(dana, small)).getTime() + HOUR_MS))
    await world.inLanguages(dana, async (page, language) => {
      await world.visit(page, '/investor-dashboard')
      await page
        .getByText(language === 'en' ? /^Cooling-off period ended/ : /^انتهت فترة التراجع/)
        .first()
        .waitFor()
      assert.equal(await page.getByRole('button', { name: /Cancel investment|إلغاء الاستثمار/ }).count(), 0)
      await world.see(page, 'too-late', language)
    })
    const { idToken: token } = await world.session(dana)
    const path = `/api/orders/${order.orderId}/cancellation`
    await assert.rejects(world.journey.api(path, { method: 'POST', token }), (error) => {
      assert.ok(error instanceof ApiFailure)
      assert.deepEqual([error.status, error.code], [409, 'COOLING_OFF_ENDED'])
      return true
    })
    await world.agree({})
  })

  part('puts the order of a suspended investor on hold, and tells the investor and staff', async () => {
    const { dana } = world.investors
    const { reference } = await world.orderIn(dana, small)
    danasId = (await world.session(dana)).userId
    await world.setSuspended(dana, danasId, true)
    await world.journey.mailbox.waitFor(dana.email, ({ Subject }) => /is on hold|موقوف مؤقتاً/.test(Subject))
    await world.inLanguages(world.staff.officer, async (page, language) => {
      await new ShareDesk(page, world.url).openSection('held')
      await page.getByText(reference).waitFor()
      await world.seeInThemes(page, 'orders-on-hold', language)
    })
    await world.asUser(world.staff.maker, async (page) => {
      await new ShareDesk(page, world.url).openSection('held')
      await page.getByRole('link', { name: reference }).click()
      await page.getByText('The investor’s account can’t invest at the moment.').waitFor()
      await world.see(page, 'finance-on-hold')
    })
    await world.agree({})
  })

  part('allots and mints the shares of the remaining investors once two people have filed the deed', async () => {
    const now = await world.now()
    await world.asUser(world.staff.maker, async (page) => {
      const desk = new FinanceDesk(page, world.url)
      await desk.openRaise(small.propertyId)
      const dialog = await desk.begin('File the title deed')
      await dialog.getByLabel('Title deed number').fill('AD-2026-118842')
      await enterDate(dialog, 'Date of issue', now.toISOString().slice(0, 10))
      const deed = { name: 'deed.pdf', mimeType: 'application/pdf', buffer: TITLE_DEED }
      await dialog.getByLabel('Document').setInputFiles(deed)
      await dialog.getByText(/[0-9a-f]{64}/).waitFor()
      await world.see(page, 'finance-deed')
      await desk.propose(dialog, 'File the title deed', REASON)
      assert.ok(!(await desk.actions()).includes('Approve proposal'), 'the maker cannot approve')
    })
    assert.equal((await world.raiseOf(small)).state, 'funded')
    await world.asUser(world.staff.checker, async (page) => {
      const desk = new FinanceDesk(page, world.url)
      await desk.openTab('approvals')
      await world.see(page, 'finance-approvals')
      await desk.openRaise(small.propertyId)
      const dialog = await desk.begin('Approve proposal')
      assert.deepEqual(await savedBy(page, dialog.getByRole('button', { name: 'Save document' })), TITLE_DEED)
      await world.see(page, 'finance-deed-approval')
      await page.keyboard.press('Escape')
      await desk.approve(REASON, 'File the title deed:')
    })
    const raise = await world.waitForRaise(small, 'completed')
    assert.equal(raise.unitsPaid, 160)
    await world.agree({})
    // Before the desk is opened, which reads a raise only every 20 s.
    await waitFor('the orders to be processed', async () => (await world.raiseOf(small)).run?.isCompleted)
    await world.asUser(world.staff.checker, async (page) => {
      await new FinanceDesk(page, world.url).openRaise(small.propertyId)
      await page.getByText('4 of 4 orders processed').waitFor()
      await world.see(page, 'finance-completed')
    })
    assert.equal((await world.waitForMinted(small, 140)).holders, 3)
    await world.setSuspended(world.investors.dana, danasId, false)
    const token = await world.waitForMinted(small, 160)
    assert.equal(token.holders, 4)
    const { amal, badr, dana, emil } = world.investors
    const units = new Map([
      [amal, 100],
      [badr, 30],
      [dana, 20],
      [emil, 10],
    ])
    await together([...units], ([investor, count]) =>
      world.asUser(investor, async (page) => {
        await world.visit(page, '/investor-dashboard')
        const holding = page
          .getByRole('table', { name: 'Holdings' })
          .getByRole('row')
          .filter({ hasText: `${count} shares` })
        await holding.getByText('Issued', { exact: true }).waitFor()
        if (investor === amal) {
          assert.deepEqual(await savedBy(page, holding.getByRole('button', { name: 'Title deed' })), TITLE_DEED)
          await world.see(page, 'issued')
        }
      }),
    )
    await world.asUser(
      badr,
      async (page) => {
        await world.visit(page, '/investor-dashboard')
        await world.see(page, 'issued', 'ar')
      },
      'ar',
    )
    await world.asUser(world.investors.celine, async (page) => {
      await world.visit(page, '/investor-dashboard')
      assert.equal(await page.getByText('Issued', { exact: true }).count(), 0)
    })
  })

  part('refunds every card when a raise misses its target at the deadline', async () => {
    const { badr, celine } = world.investors
    const [ofBadr, ofCeline] = [await world.orderIn(badr, missing), await world.orderIn(celine, missing)]
    const afterDeadline = new Date(Date.parse(missing.offering.deadline) + MINUTE_MS)
    const refundedFils = await refundsUntil(afterDeadline)
    assert.ok(refundedFils >= withFee(2_000, 3_000))
    await world.moveClockTo(afterDeadline)
    await world.waitForRaise(missing, 'failed')
    await world.agree({ refunded: refundedFils })
    for (const [investor, order] of [
      [badr, ofBadr],
      [celine, ofCeline],
    ] as const) {
      const { state, reason } = await world.orderIn(investor, missing)
      assert.deepEqual([state, reason], ['refunded', 'raise_failed'])
      await world.asUser(investor, async (page) => {
        await world.visit(page, '/investor-dashboard')
        const row = page.getByRole('row').filter({ hasText: order.reference })
        await row.getByText('The offering didn’t go ahead').waitFor()
        const holdings = page.getByRole('table', { name: 'Holdings' })
        assert.equal(await holdings.getByText(missing.title).count(), 0)
        if (investor === celine) await world.see(page, 'refunded')
        await world.visit(page, '/payments')
        const refund = page.getByRole('row').filter({ hasText: order.reference }).filter({ hasText: 'Refund' })
        await refund.getByText('Completed').waitFor()
      })
    }
    await world.asUser(
      celine,
      async (page) => {
        await world.visit(page, '/orders')
        await world.see(page, 'refunded-orders', 'ar')
      },
      'ar',
    )
    await world.asVisitor(async (page) => {
      await page.goto(world.paymentsUrl)
      const shown = await page.locator('body').innerText()
      for (const { totalFils } of [ofBadr, ofCeline])
        assert.ok(shown.includes((totalFils / 100).toLocaleString('en', { minimumFractionDigits: 2 })), `${totalFils}`)
      await picture(page, 'life-sandbox-refunds')
    })
  })

  // After the first deadline, which the next midnight may lie behind; the second is two days later.
  part('publishes a register that a stranger can verify on the chain', async () => {
    const now = await world.now()
    const midnight = Math.ceil((now.getTime() + DUBAI_MS) / DAY_MS) * DAY_MS - DUBAI_MS
    await world.moveClockTo(new Date(midnight + MINUTE_MS))
    const { token, sequence, account } = await world.waitForAnchored(small, world.investors.amal)
    const { code, output } = await world.verifyRegister({ [small.propertyId]: token }, sequence)
    assert.equal(code, 0, output)
    // With another token's address the balances differ, so the verifier compares them.
    const wrong = await world.verifyRegister({ [small.propertyId]: account }, sequence)
    assert.equal(wrong.code === 0, false, wrong.output)
  })

  part('keeps a raise open after its deadline once two people have extended it', async () => {
    const { dana, emil } = world.investors
    const { deadline } = await world.raiseOf(later)
    const extended = new Date(Date.parse(deadline) + 30 * DAY_MS)
    const action = 'Extend the deadline'
    await world.asUser(world.staff.maker, async (page) => {
      const desk = new FinanceDesk(page, world.url)
      await desk.openRaise(later.propertyId)
      const dialog = await desk.begin(action)
      await enterDate(dialog, 'New deadline, Dubai time', localTime(extended))
      await world.see(page, 'finance-extend')
      await desk.propose(dialog, action, REASON)
    })
    await world.asUser(world.staff.checker, async (page) => {
      const desk = new FinanceDesk(page, world.url)
      await desk.openRaise(later.propertyId)
      await desk.approve(REASON, 'Approve proposal')
    })
    await waitFor('the new deadline on the property', async () => {
      const { property } = await world.journey.api<{ property: Property }>(`/api/properties/${later.propertyId}`)
      return property.offering.deadline === extended.toISOString()
    })
    await world.agree({})
    await world.inLanguages(emil, async (page, language) => {
      await world.visit(page, `${language === 'ar' ? '/ar' : ''}/properties/${later.slug}`)
      if (language === 'en') await page.getByText(dateOf(extended)).first().waitFor()
      await world.see(page, 'extended', language)
    })
    await world.asUser(emil, async (page) => {
      await world.visit(page, '/investor-dashboard')
      await page.getByText(dateOf(extended)).first().waitFor()
    })
    const afterDeadline = new Date(Date.parse(deadline) + HOUR_MS)
    const refundedFils = await refundsUntil(afterDeadline)
    await world.moveClockTo(afterDeadline)
    assert.equal((await world.raiseOf(later)).state, 'active')
    await world.agree({ refunded: refundedFils })
    await world.buyInBrowser(dana, later, '2000')
    await world.agree({ captured: withFee(2_000) })
  })

  // Last, because the clock has to pass the end of the quarter.
  part('distributes the rent of a quarter to its shareholders by two people', async () => {
    await distributeRent(world, small, REASON)
  })
})
