import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderUi } from '../../test/render.js'
import { RefusalText } from './refusal-text.js'

describe('RefusalText', () => {
  it.each([
    ['auth.error.suspended', 'This account is suspended. Please contact support.'],
    ['auth.error.mfaRequired', 'MFA is required. Please contact support to set up MFA or disable it for your account.'],
    ['auth.error.mfaSetup', 'MFA setup is required. Please contact support to configure MFA for your account.'],
    ['auth.error.mfaType', 'MFA type selection is required. Please contact support to configure MFA for your account.'],
    [
      'auth.error.mfaOther',
      'Authentication failed due to MFA configuration. Please contact support to check your account settings.',
    ],
  ] as const)('shows the text of %s with a link to support', (id, sentence) => {
    const { container } = renderUi(<RefusalText id={id} />)
    expect(container.textContent).toBe(sentence)
    expect(screen.getByRole('link', { name: 'contact support' }).getAttribute('href')).toBe('mailto:contact@hissa.test')
  })

  it('shows a text that does not mention support without a link', () => {
    const { container } = renderUi(<RefusalText id="auth.error.credentials" />)
    expect(container.textContent).toBe('Invalid email or password. Please try again.')
    expect(container.querySelector('a')).toBeNull()
  })
})
