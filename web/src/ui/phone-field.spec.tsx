import { expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderUi } from '../../test/render.js'
import { PhoneField } from './phone-field.js'

it('PhoneField isolates the dialling codes of its countries, so that the plus stays in front beside Arabic names', () => {
  renderUi(<PhoneField id="phone" label="Phone" value="+971501234567" onValue={() => undefined} />)
  const first = screen.getAllByRole('option')[0]!
  expect(first.textContent).toMatch(/ \u2066\+971\u2069$/)
})
