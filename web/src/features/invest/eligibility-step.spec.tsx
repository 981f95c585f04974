import type { OrderRequirements } from '@hissa/contracts/investment'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { inMinutes, needs } from '../../../test/order.js'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { EligibilityStep } from './eligibility-step.js'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  storeTokens()
})

const option = (optionId: string) => ({ optionId, text: `Option ${optionId}` })
const question = (questionId: string) => ({
  questionId,
  text: `Question ${questionId}?`,
  options: ['a', 'b'].map(option),
})
const QUESTIONS = {
  state: 'required',
  version: 1,
  hash: 'h',
  locale: 'en',
  language: 'en',
  questions: ['loss', 'exit'].map(question),
}
const ANSWERS = 'POST /appropriateness/answers'

function open(answer: (body: unknown) => [number, object], change: Partial<OrderRequirements> = {}) {
  const done: string[] = []
  const api = fakeApi({ 'GET /appropriateness': () => [200, { success: true, ...QUESTIONS }], [ANSWERS]: answer })
  const required = needs({ appropriateness: 'required', ...change })
  const element = (
    <EligibilityStep
      needs={required}
      onRefused={(failure) => done.push(failure.kind)}
      onDone={async () => void done.push('done')}
    />
  )
  const view = renderRoutes({ api, routes: [{ path: '*', element }] })
  const sent = () => api.calls.filter(({ call }) => call === ANSWERS).map(({ body }) => body)
  return { ...view, done, sent }
}
const group = (name: string) => within(screen.getByRole('group', { name: new RegExp(`Question ${name}`) }))
const choose = (name: string, optionId: string) => fireEvent.click(group(name).getByLabelText(`Option ${optionId}`))
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Check my answers' }))
const loaded = () => screen.findByRole('group', { name: /Question loss/ })

describe('the questions about the risks', () => {
  it('sends nothing until every question is answered, and names the open ones', async () => {
    const { sent } = open(() => [200, {}])
    await loaded()
    choose('loss', 'a')
    submit()
    const summary = within(await screen.findByRole('alert'))
    summary.getByText('One question isn’t answered yet')
    expect(summary.getByRole('link').getAttribute('href')).toBe('#exit-a')
    expect(sent()).toEqual([])
  })

  it('sends all answers with the version that was read, and continues when they are right', async () => {
    const { sent, done } = open(() => [200, { success: true, passed: true, wrong: [] }])
    await loaded()
    choose('loss', 'a')
    choose('exit', 'b')
    submit()
    await waitFor(() => expect(done).toEqual(['done']))
    const answers = [
      { questionId: 'loss', optionId: 'a' },
      { questionId: 'exit', optionId: 'b' },
    ]
    expect(sent()).toEqual([{ version: 1, hash: 'h', locale: 'en', answers }])
  })

  it('explains each wrong answer beside its question and says when the next attempt is possible', async () => {
    const wrong = [{ questionId: 'exit', optionId: 'a', explanation: 'Shares may be hard to sell.' }]
    open(() => [200, { success: true, passed: false, wrong, retryAt: inMinutes(15) }])
    await loaded()
    choose('loss', 'a')
    choose('exit', 'a')
    submit()
    await screen.findByText('One answer isn’t correct')
    const field = screen.getByRole('group', { name: /Question exit/ })
    const described = document.getElementById(field.getAttribute('aria-describedby')!)
    expect(described?.textContent).toContain('Shares may be hard to sell.')
    screen.getByText('You can answer again from 21 November 2026, 12:15, Dubai time')
    expect(screen.queryByRole('button', { name: 'Check my answers' })).toBeNull()
    expect(group('loss').getByLabelText<HTMLInputElement>('Option a').checked).toBe(true)
    choose('exit', 'b')
    expect(screen.queryByText('Shares may be hard to sell.')).toBeNull()
  })

  it('can be answered again at once while the server says so', async () => {
    const wrong = [{ questionId: 'exit', optionId: 'a', explanation: 'Shares may be hard to sell.' }]
    const results = [
      { success: true, passed: false, wrong, attemptsLeft: 2 },
      { success: true, passed: true, wrong: [] },
    ]
    const { sent, done } = open(() => [200, results.shift()!])
    await loaded()
    choose('loss', 'a')
    choose('exit', 'a')
    submit()
    await screen.findByText(
      'You can answer again now. You have 2 attempts left. If more than one answer is wrong, you need to wait.',
    )
    screen.getByText('Shares may be hard to sell.')
    expect(screen.queryByText(/^You can answer again from/)).toBeNull()
    choose('exit', 'b')
    submit()
    await waitFor(() => expect(done).toEqual(['done']))
    expect(sent()).toHaveLength(2)
  })

  it('stay closed during a pause that began on another device', async () => {
    open(() => [200, {}], { appropriateness: 'paused', appropriatenessRetryAt: inMinutes(90) })
    await loaded()
    const notice = screen.getByText('You can answer again from 21 November 2026, 13:30, Dubai time')
    const first = screen.getAllByRole('group')[0]!
    expect(notice.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Check my answers' })).toBeNull()
  })

  it('keep the answers through a reload', async () => {
    const first = open(() => [200, {}])
    await loaded()
    choose('loss', 'b')
    first.unmount()
    open(() => [200, {}])
    await loaded()
    expect(group('loss').getByLabelText<HTMLInputElement>('Option b').checked).toBe(true)
  })

  it('report that they have changed since they were read', async () => {
    const { done } = open(() => [409, { code: 'APPROPRIATENESS_OUTDATED', detail: 'x' }])
    await loaded()
    choose('loss', 'a')
    choose('exit', 'b')
    submit()
    await waitFor(() => expect(done).toEqual(['eligibility']))
  })

  it('are not shown to an investor whose class is exempt', async () => {
    const { calls } = open(() => [200, {}], { appropriateness: 'not_required' })
    await screen.findByRole('button', { name: 'Continue' })
    expect(calls).toEqual([])
  })
})

describe('the eligibility step', () => {
  it('links to identity verification while it is missing', async () => {
    open(() => [200, {}], { appropriateness: 'passed', identity: 'required' })
    const link = await screen.findByRole('link', { name: 'See what is missing' })
    expect(link.getAttribute('href')).toBe('/onboarding?next=%2F')
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  })
})
