import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import EarlyAccessPage from './early-access-page.js'

const done = () => [200, { success: true }] as [number, unknown]
const open = (hash = '', answers: Parameters<typeof fakeApi>[0] = {}, locale: 'en' | 'ar' = 'en') =>
  renderRoutes({
    at: `/early-access${hash}`,
    locale,
    api: fakeApi({
      'POST /early-access': done,
      'POST /early-access/confirm': done,
      'POST /early-access/leave': done,
      ...answers,
    }),
    routes: [{ path: '/early-access', Component: EarlyAccessPage }],
  })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('the early access page', () => {
  it('asks for a place and says to check the email, not whether the address is known', async () => {
    const { calls } = open()
    fireEvent.change(screen.getByLabelText('Email', { exact: false }), { target: { value: 'mona@example.com' } })
    press('Join the waitlist')
    expect((await screen.findByRole('status')).textContent).toMatch(/If this address can join.*mona@example\.com/)
    expect(calls[0]!.body).toEqual({ email: 'mona@example.com', language: 'en', website: '' })
  })

  it('names the missing address and sends nothing', async () => {
    const { calls } = open()
    press('Join the waitlist')
    expect((await screen.findByRole('alert')).textContent).toContain('Enter an email address')
    expect(calls).toHaveLength(0)
  })

  it('confirms a place by the link of the email, when asked to', async () => {
    const { calls } = open('#confirm=entry-1.99.signed')
    expect(calls).toHaveLength(0)
    press('Confirm your place')
    expect(await screen.findByText('You’re on the list')).toBeTruthy()
    expect(calls).toMatchObject([{ call: 'POST /early-access/confirm', body: { token: 'entry-1.99.signed' } }])
  })

  it('deletes a place by the link of the email, when asked to', async () => {
    const { calls } = open('#leave=entry-1.signed')
    press('Leave the waitlist')
    expect(await screen.findByText('You’ve left the waitlist')).toBeTruthy()
    expect(calls).toMatchObject([{ call: 'POST /early-access/leave', body: { token: 'entry-1.signed' } }])
  })

  it('explains an expired link and offers the form', async () => {
    open('#confirm=entry-1.1.signed', {
      'POST /early-access/confirm': () => [410, { code: 'WAITLIST_LINK_INVALID', detail: 'x' }],
    })
    press('Confirm your place')
    expect(await screen.findByText('This link is incomplete or has expired. Ask for a new one.')).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: 'Ask for a place with another address' }))
    expect(await screen.findByRole('button', { name: 'Join the waitlist' })).toBeTruthy()
  })

  it('shows the form for a fragment that is no link, in Arabic too', () => {
    const { container } = open('#confirm=<script>', {}, 'ar')
    expect(screen.getByRole('button', { name: 'انضم إلى القائمة' })).toBeTruthy()
    expect(container.textContent).not.toMatch(/company\.early/)
  })
})
