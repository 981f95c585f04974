import assert from 'node:assert/strict'
import { newPerson, passportLines, type Journey } from '@hissa/testing-driver'
import type { Page } from 'playwright-core'
import { tabTo } from './keyboard.js'
import { interactive, visit } from './waits.js'

const NOTE = 'The file and the lists were read; the source of funds is documented.'

/** Shown when `n` finds no unclaimed case. */
const NONE = 'Every case is claimed.'
/** How the submitted cases differ: of a public office, with a wrong check digit, expired, or with another name. */
const KINDS = ['office', 'digit', 'expired', 'name'] as const

/** Submits cases that need a reviewer, of each kind in turn. */
export async function submitMixedCases(journey: Journey, count: number): Promise<void> {
  const submit = async (kind: (typeof KINDS)[number]) => {
    const person = newPerson()
    const session = await journey.join(person)
    await journey.saveProfile(session, person)
    const { caseId } = await journey.startKyc(session)
    await journey.uploadDocument(session, caseId!, 'front')
    const [first = '', second = ''] = passportLines({
      ...person.document,
      ...(kind === 'expired' && { expiryDate: '2024-02-29' }),
      ...(kind === 'name' && { lastName: 'Different' }),
    })
    const wrong = second.slice(0, -1) + ((Number(second.at(-1)) + 1) % 10)
    await journey.submitKyc(session, caseId!, [first, kind === 'digit' ? wrong : second], {
      politicallyExposed: kind === 'office',
      confirmMrz: kind === 'digit',
    })
  }
  await Promise.all(Array.from({ length: count }, (_, index) => submit(KINDS[index % KINDS.length]!)))
}

/** Counts presses of a mouse or a finger on the page. */
const countPointers = (page: Page) =>
  page.addInitScript(() => {
    const counted = window as { pointers?: number }
    counted.pointers = 0
    document.addEventListener('pointerdown', () => (counted.pointers = (counted.pointers ?? 0) + 1), true)
  })

/**
 * Claims and decides case after case with the keyboard alone until none is unclaimed, then decides a colleague's
 * proposal. Returns how many cases were decided or proposed.
 */
export async function clearQueueByKeyboard(page: Page, url: string): Promise<number> {
  await countPointers(page)
  await visit(page, `${url}/staff/kyc`)
  let decided = 0
  for (; decided < 40; decided += 1) {
    const before = page.url()
    await page.keyboard.press('n')
    await page.waitForFunction(
      ({ address, none }) => location.href !== address || document.body.innerText.includes(none),
      { address: before, none: NONE },
    )
    if (page.url() === before) break
    await decideOpenCase(page)
  }
  await decideProposal(page, url)
  assert.equal(await page.evaluate(() => (window as { pointers?: number }).pointers), 0, 'presses of a pointer')
  return decided + 1
}

/** The picture has been shown and the data are unmasked: until then an approval is refused. */
const ready = (page: Page, name: RegExp) =>
  page.locator('main button:not([aria-disabled])').filter({ hasText: name }).first().waitFor()

async function decideOpenCase(page: Page): Promise<void> {
  await ready(page, /^Approve case/)
  await interactive(page)
  const why = await page.getByRole('heading', { name: 'Why this needs review' }).locator('..').innerText()
  const isProposal = await decide(page, why)
  const dialog = page.getByRole('dialog')
  if (isProposal && !(await typed(page))) {
    await tabTo(page, /^Note/)
    await page.keyboard.type(NOTE)
  }
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
}

const typed = (page: Page) =>
  page.evaluate((note) => document.querySelector<HTMLTextAreaElement>('dialog textarea')?.value === note, NOTE)

/** Opens the decision that the reasons call for, with its own reason. Returns whether a second reviewer is needed. */
async function decide(page: Page, why: string): Promise<boolean> {
  const reason = why.includes('Document expired')
    ? /^The document is no longer valid/
    : why.includes('Name differs')
      ? /^The name differs from the profile/
      : null
  await page.keyboard.press(reason === null ? 'a' : why.includes('Document expired') ? 'i' : 'r')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { level: 2 }).waitFor()
  if (reason !== null) {
    await tabTo(page, reason)
    await page.keyboard.press('Space')
  }
  await dialog.getByText('By email').waitFor()
  const isProposal = await dialog.getByText('This needs two reviewers').isVisible()
  if (isProposal && reason === null) await page.keyboard.type(NOTE)
  return isProposal
}

/** Opens the first proposal of a colleague, reveals it with a reason and approves it. */
async function decideProposal(page: Page, url: string): Promise<void> {
  await visit(page, `${url}/staff/kyc?view=second`)
  const approve = page.getByRole('button', { name: /^Approve proposal/ })
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await interactive(page)
    await approve.waitFor()
    if (!(await page.getByText('You proposed this. A colleague').isVisible())) break
  }
  await page.keyboard.press('s')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('To decide on the proposal')
  await page.keyboard.press('Enter')
  await ready(page, /^Approve proposal/)
  await page.keyboard.press('a')
  await page.getByRole('dialog').getByText('By email').waitFor()
  await page.keyboard.type(NOTE)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}
