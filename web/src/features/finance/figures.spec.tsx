import { beforeEach, describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import type { ActionType } from './finance.js'
import ResolveDialog, { type Task } from './resolve-dialog.js'

const PREVIEW = 'POST /finance/resolutions/preview'
const PROPOSE = 'POST /finance/resolutions'
const FIGURES = {
  ...{ orders: 12, investors: 9, units: 240, amountMinor: 2_436_000, currency: 'aed' },
  ...{ reservations: 3, waiting: 1 },
}
const readAt = '2026-11-22T08:00:00Z'
const propose = (type: ActionType): Task => ({
  ...{ task: 'propose', about: 'Reem Tower', type },
  subject: { kind: 'raise', id: 'Prop_1' },
})
const shown = (task: Task, answers: Parameters<typeof fakeApi>[0]) =>
  renderRoutes({
    routes: [{ path: '/', element: <ResolveDialog task={task} onClose={() => {}} /> }],
    at: '/',
    api: fakeApi(answers),
  })
const confirm = () => {
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Asked by the board' } })
  fireEvent.submit(screen.getByLabelText('Reason').closest('form')!)
}
const act = (orders: number, amount: string) =>
  screen.findByRole('button', {
    name: `Propose: End offering and refund everyone: ${orders} orders, \u2068AED\u00a0${amount}\u2069`,
  })

beforeEach(() => {
  storeTokens({ 'cognito:groups': ['finance'] })
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
})

describe('an action that can’t be undone', () => {
  it('states orders, investors and money before it is confirmed, and sends what it stated', async () => {
    const { calls } = shown(propose('fail'), {
      [PREVIEW]: () => [200, { figures: FIGURES, readAt }],
      [PROPOSE]: () => [200, {}],
    })
    expect((await act(12, '24,360.00')).className).toContain('bg-bad')
    const text = screen.getByRole('dialog').textContent
    for (const part of ['Orders12', 'Investors9', 'Shares240', 'Unpaid reservations that end3'])
      expect(text).toContain(part)
    confirm()
    await waitFor(() => expect(calls.find(({ call }) => call === PROPOSE)?.body).toMatchObject({ shown: FIGURES }))
    expect(calls[0]).toMatchObject({
      call: PREVIEW,
      body: { subject: { kind: 'raise', id: 'Prop_1' }, action: 'fail' },
    })
  })

  it('shows the new figures and asks again when they have changed', async () => {
    const figures = { ...FIGURES, orders: 13, amountMinor: 2_639_000 }
    let refusals = 1
    const { calls } = shown(propose('fail'), {
      [PREVIEW]: () => [200, { figures: FIGURES, readAt }],
      [PROPOSE]: () => (refusals-- > 0 ? [409, { code: 'FIGURES_CHANGED', detail: 'Changed', figures }] : [200, {}]),
    })
    await act(12, '24,360.00')
    confirm()
    await act(13, '26,390.00')
    expect(screen.getByText(/The figures have changed/)).toBeTruthy()
    confirm()
    const sent = () =>
      calls.filter(({ call }) => call === PROPOSE).map(({ body }) => (body as { shown: unknown }).shown)
    await waitFor(() => expect(sent()).toEqual([FIGURES, figures]))
  })

  it('can’t be confirmed before its figures are read', async () => {
    const { calls } = shown(propose('fail'), {
      [PREVIEW]: () => [503, { code: 'SERVICE_UNAVAILABLE', detail: 'Down' }],
    })
    expect(await screen.findByText(/We couldn’t complete this/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Propose/ })).toBeNull()
    confirm()
    expect(calls.some(({ call }) => call === PROPOSE)).toBe(false)
  })

  it('has the currency of money in suspense', async () => {
    const figures = { ...FIGURES, orders: 0, investors: 0, units: 0, amountMinor: 5_000, currency: 'usd' }
    shown(
      { ...propose('refund'), subject: { kind: 'suspense', id: 'payment:1' } },
      {
        [PREVIEW]: () => [200, { figures, readAt }],
      },
    )
    expect(await screen.findByRole('button', { name: 'Propose: Refund to card: \u2068USD 50.00\u2069' })).toBeTruthy()
  })

  it('names the entered amount of a fee that is refunded', async () => {
    const pending = {
      ...{ approvalId: 'a-1', maker: 'colleague', reason: 'Agreed', requestedAt: readAt },
      action: { type: 'refund_fee' as const, amountFils: fils(1_000) },
    }
    shown({ task: 'decide', about: 'HS-1', subject: { kind: 'order', id: 'order-1' }, pending, verdict: 'approve' }, {})
    const text = 'Refund platform fee: \u2068AED\u00a010.00\u2069'
    expect((await screen.findByRole('button', { name: text })).className).toContain('bg-bad')
  })
})
