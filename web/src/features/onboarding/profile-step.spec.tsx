import { beforeEach, describe, expect, it } from '@jest/globals'
import type { Profile } from '@hissa/contracts/identity'
import { fireEvent, screen, within } from '@testing-library/react'
import { renderUi, storeTokens } from '../../../test/render.js'
import { ProfileStep } from './profile-step.js'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})

const profile = {
  userId: 'user-1',
  fullName: 'Sara Ahmed',
  phoneNumber: '+971501234567',
  dateOfBirth: '1991-03-14',
  nationality: 'AE',
  countryOfResidence: 'AE',
  address: { line1: 'Corniche 1', city: 'Abu Dhabi' },
  version: 0,
} as Profile

describe('the summary of the profile form', () => {
  it('lists each problem on a separate line, with the name of its field and a link to it', async () => {
    renderUi(<ProfileStep profile={profile} onSaved={() => {}} />)
    const long = ['Address line 2 (optional)', 'Postal code (optional)'].map((name) =>
      screen.getByLabelText<HTMLInputElement>(name),
    )
    for (const control of long) fireEvent.change(control, { target: { value: 'x'.repeat(201) } })
    fireEvent.change(screen.getByLabelText('City'), { target: { value: '' } })
    fireEvent.submit(long[0]!.form!)
    const summary = within(await screen.findByRole('alert'))
    expect(summary.getByText('There are 3 problems to fix')).toBeTruthy()
    const links = summary.getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Address line 2 (optional): This text is too long',
      'City is required',
      'Postal code (optional): This text is too long',
    ])
    fireEvent.click(links[2]!)
    expect(document.activeElement).toBe(long[1])
  })
})

describe('the entries of the profile form', () => {
  it('survive a reload and a change of language', () => {
    storeTokens()
    const first = renderUi(<ProfileStep profile={profile} onSaved={() => {}} />)
    fireEvent.change(screen.getByLabelText('City'), { target: { value: 'Al Ain' } })
    first.unmount()
    const { container } = renderUi(<ProfileStep profile={profile} onSaved={() => {}} />, 'ar')
    expect([...container.querySelectorAll('input')].map(({ value }) => value)).toContain('Al Ain')
  })
})
