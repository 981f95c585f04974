import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { dismissToast, toastStore } from '../../lib/toast.js'
import ProgramPage from './program-page.js'
import RewardsPage from './rewards-page.js'

const program = {
  ...{ firstInvestmentPoints: 500, referralPoints: 500, anniversaryPoints: 100, expiryMonths: 24 },
  tiers: [
    { tier: 'member', fromPoints: 0 },
    { tier: 'silver', fromPoints: 1_000 },
    { tier: 'gold', fromPoints: 5_000 },
  ],
}
const reward = (rewardId: string, kind: string, state: string, more: object = {}) => ({
  ...{ rewardId, kind, state, points: 500, at: '2026-11-20T08:00:00Z' },
  ...more,
})
const rewards = (change: object = {}) => ({
  ...{ success: true, points: 500, pendingPoints: 500, tier: 'member', program, rewards: [], count: 0 },
  nextTier: { tier: 'silver', missingPoints: 500 },
  ...change,
})
const link = 'https://hissa.test/registration?ref=7KXW2MPQ9R'
const referrals = (...list: object[]) => ({
  ...{ success: true, code: '7KXW2MPQ9R', link, referrals: list, count: list.length },
})

const open = (answers: Record<string, () => [number, unknown]> = {}) =>
  renderRoutes({
    at: '/rewards-program',
    api: fakeApi({
      'GET /rewards': () => [200, rewards()],
      'GET /rewards/referrals': () => [200, referrals()],
      'GET /rewards/program': () => [200, { success: true, ...program }],
      ...answers,
    }),
    routes: [
      { path: '/rewards-program', element: <RewardsPage /> },
      { path: '/rewards', element: <ProgramPage /> },
    ],
  })

beforeEach(() => {
  dismissToast()
  storeTokens()
})

describe('the page of rewards', () => {
  it('shows points, what is pending and expires, the tier and what the next one needs', async () => {
    open({ 'GET /rewards': () => [200, rewards({ expiringNext: { points: 500, at: '2028-11-22T08:00:00Z' } })] })
    expect(await screen.findByText('500 more are pending until the shares are registered.')).toBeTruthy()
    expect(screen.getByText(/^500 expire on .*2028\.$/)).toBeTruthy()
    expect(screen.getByRole('progressbar', { name: '500 points to Silver' })).toBeTruthy()
    expect(screen.getByText(/can’t be paid out, sold, transferred/)).toBeTruthy()
  })

  it('lists every reward with its reason and state', async () => {
    const list = [
      reward('a', 'first_investment', 'earned', { expiresAt: '2028-11-22T08:00:00Z' }),
      reward('b', 'referral', 'pending'),
      reward('c', 'anniversary', 'expired'),
      reward('d', 'referred', 'taken_back'),
    ]
    open({ 'GET /rewards': () => [200, rewards({ rewards: list, count: 4 })] })
    const table = within(await screen.findByRole('table', { name: 'History' }))
    for (const text of ['First registered investment', 'You invited an investor', 'Anniversary', 'You were invited'])
      expect(table.getByText(text)).toBeTruthy()
    for (const text of ['Earned', 'Pending', 'Expired', 'Taken back: the order was reversed'])
      expect(table.getByText(text)).toBeTruthy()
  })

  it('copies the referral link, and shows it when the browser does not copy', async () => {
    const writeText = jest.fn(async (_text: string) => undefined)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    open({
      'GET /rewards/referrals': () => [
        200,
        referrals(
          { referralId: 'r1', state: 'rewarded', joinedAt: '2026-11-21T08:00:00Z' },
          { referralId: 'r2', state: 'refused', joinedAt: '2026-11-20T08:00:00Z' },
        ),
      ],
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }))
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(link))
    expect(screen.getByText('Points earned')).toBeTruthy()
    expect(screen.getByText('Not counted')).toBeTruthy()
    writeText.mockRejectedValueOnce(new Error('denied'))
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
    await waitFor(() => expect(toastStore.get()).toMatchObject({ kind: 'error', text: expect.stringContaining(link) }))
  })

  it('says that there are no points and referrals yet', async () => {
    open()
    expect(await screen.findByText('No points yet')).toBeTruthy()
    expect(await screen.findByText('No referrals yet')).toBeTruthy()
  })

  it('offers to try again after an error', async () => {
    open({
      'GET /rewards': () => [500, { status: 500, code: 'INTERNAL', title: 'x', detail: 'x', type: 'about:blank' }],
    })
    expect(await screen.findByText('Your points could not be loaded')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
  })
})

describe('the page about the program', () => {
  it('explains it to everyone, with the configured values', async () => {
    renderRoutes({
      at: '/rewards',
      api: fakeApi({ 'GET /rewards/program': () => [200, { success: true, ...program, expiryMonths: 36 }] }),
      routes: [{ path: '/rewards', element: <ProgramPage /> }],
    })
    expect(await screen.findByText('36 months')).toBeTruthy()
    expect(screen.getByText(/^Nothing is earned by investing more/)).toBeTruthy()
    expect(screen.getByText('Gold')).toBeTruthy()
  })
})
