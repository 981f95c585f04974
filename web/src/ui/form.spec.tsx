import { expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { renderUi } from '../../test/render.js'
import { ErrorSummary } from './form.js'

it('ErrorSummary lists two problems with the same text separately', () => {
  const consoleErrors = jest.spyOn(console, 'error').mockImplementation(() => {})
  const message = 'Not accepted'
  renderUi(
    <ErrorSummary
      attempt={1}
      errors={[
        { fieldId: 'lines', message },
        { fieldId: 'lines', message },
      ]}
    />,
  )
  expect(screen.getByText('There are 2 problems to fix')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: message })).toHaveLength(2)
  expect(consoleErrors).not.toHaveBeenCalled()
  consoleErrors.mockRestore()
})
