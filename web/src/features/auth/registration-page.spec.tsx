import { beforeEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { renderRoutes } from '../../../test/render.js'
import { dropDrafts } from '../../lib/draft.js'
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

  it('links the texts that creating an account accepts', () => {
    const { container } = open()
    const links = [...container.querySelectorAll('form a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(expect.arrayContaining(['/legal#terms', '/legal#privacy']))
  })
})
