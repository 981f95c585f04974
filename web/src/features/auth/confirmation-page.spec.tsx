import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderRoutes } from '../../../test/render.js'
import ConfirmationPage from './confirmation-page.js'
import { rememberPending } from './pending.js'

const original = globalThis.fetch

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  globalThis.fetch = (async () => ({
    ...{ ok: false, status: 400, headers: { get: () => null } },
    json: async () => ({ __type: 'CodeMismatchException', message: 'Wrong code' }),
  })) as unknown as typeof fetch
})
afterEach(() => {
  globalThis.fetch = original
})

it('ConfirmationPage shows one error when an empty code is submitted after a wrong one', async () => {
  rememberPending('sara@example.com')
  const { container } = renderRoutes({ routes: [{ path: '*', Component: ConfirmationPage }] })
  const enter = (code: string) => {
    fireEvent.input(container.querySelector('input[autocomplete=one-time-code]')!, { target: { value: code } })
    fireEvent.submit(container.querySelector('form')!)
  }
  enter('123456')
  const wrong = (await screen.findByRole('alert')).textContent
  enter('')
  await screen.findAllByText('Confirmation code is required')
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
  expect(screen.getByRole('alert').textContent).not.toBe(wrong)
})
