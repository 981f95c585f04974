import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { renderRoutes } from '../../../test/render.js'
import { dropDrafts, readDraft } from '../../lib/draft.js'
import RegistrationPage from './registration-page.js'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const open = (locale: 'en' | 'ar' = 'en') =>
  renderRoutes({ locale, at: '/registration', routes: [{ path: '*', element: <RegistrationPage /> }] })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('the sign-up form', () => {
  it('keeps everything typed except the password through a reload and a change of language', () => {
    const first = open()
    type('Email', 'sara@example.com')
    type('Full name (optional)', 'Sara Ahmed')
    type('Password', 'Sunlit-Harbour-9')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Sunlit')
    first.unmount()
    const { container } = open('ar')
    const values = [...container.querySelectorAll('input')].map(({ value }) => value)
    expect(values).toContain('sara@example.com')
    expect(values).toContain('Sara Ahmed')
    expect(container.querySelector<HTMLInputElement>('input[autocomplete=new-password]')!.value).toBe('')
  })

  it('is empty after a sign-out', () => {
    const first = open()
    type('Email', 'sara@example.com')
    first.unmount()
    dropDrafts()
    open()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
  })

  it('keeps the referral code of the address for this tab, and says nothing about who invited', () => {
    const at = '/registration?ref=7kxw2mpq9r'
    renderRoutes({ at, routes: [{ path: '*', element: <RegistrationPage /> }] }).unmount()
    open()
    expect(screen.getByText(/^You were invited\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'How the rewards program works' }).getAttribute('href')).toBe('/rewards')
    expect(readDraft('referral.visitor')).toEqual({ code: '7KXW2MPQ9R' })
    expect(document.body.textContent).not.toContain('7KXW2MPQ9R')
  })

  it('ignores a referral code of another form', () => {
    renderRoutes({ at: '/registration?ref=%3Cb%3E', routes: [{ path: '*', element: <RegistrationPage /> }] })
    expect(screen.queryByText(/^You were invited/)).toBeNull()
  })

  it('links the texts that creating an account accepts', () => {
    const { container } = open()
    const links = [...container.querySelectorAll('form a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(expect.arrayContaining(['/legal#terms', '/legal#privacy']))
  })
})
