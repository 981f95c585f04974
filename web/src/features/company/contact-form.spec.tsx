import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import ContactPage from './contact-page.js'

const CALL = 'POST /contact'
const open = (api = fakeApi({ [CALL]: () => [200, { success: true, reference: 'HQ-7K2M9PXA' }] })) =>
  renderRoutes({ at: '/contact', api, routes: [{ path: '/contact', Component: ContactPage }] })
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name, { exact: false }), { target: { value } })
const fill = () => {
  type('Your name', 'Mona Saleh')
  type('Email', 'mona@example.com')
  type('What is it about?', 'complaint')
  type('Your message', 'My refund has not arrived.')
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send message' }))

describe('the contact form', () => {
  it('sends the message in the language of the page and shows its reference', async () => {
    const { calls } = open()
    fill()
    send()
    expect(await screen.findByText('HQ-7K2M9PXA')).toBeTruthy()
    expect(calls).toMatchObject([
      {
        call: CALL,
        body: {
          ...{ name: 'Mona Saleh', email: 'mona@example.com', topic: 'complaint', language: 'en', website: '' },
          message: 'My refund has not arrived.',
        },
      },
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Write another message' }))
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your message', { exact: false }).value).toBe('')
  })

  it('lists what is missing and sends nothing', async () => {
    const { calls } = open()
    send()
    const summary = await screen.findByRole('alert')
    for (const text of ['Enter your name', /Enter an email address/, 'Choose a topic', /at least 10 characters/])
      expect(summary.textContent).toMatch(text)
    expect(calls).toHaveLength(0)
  })

  it.each([
    ['TOO_MANY_MESSAGES', 429, /Try again in an hour/],
    ['SERVICE_UNAVAILABLE', 503, /Nothing you typed is lost/],
  ])('keeps what was typed and explains %s', async (code, status, text) => {
    open(fakeApi({ [CALL]: () => [status, { code, detail: 'x' }] }))
    fill()
    send()
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your message', { exact: false }).value).toContain('refund')
  })

  it('has a field that people can neither see nor reach', async () => {
    const { calls } = open()
    const field = screen.getByLabelText<HTMLInputElement>('Leave this field empty')
    expect([field.tabIndex, field.closest('[inert]') !== null]).toEqual([-1, true])
    fill()
    fireEvent.change(field, { target: { value: 'https://spam.example' } })
    send()
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]!.body).toMatchObject({ website: 'https://spam.example' })
  })
})
