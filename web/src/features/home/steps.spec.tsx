import { describe, expect, it } from '@jest/globals'
import { aProperty } from '../../../test/property.js'
import { renderUi } from '../../../test/render.js'
import { Steps } from './steps.js'

const text = (example: Parameters<typeof Steps>[0]['example']) =>
  renderUi(<Steps example={example} />).container.textContent

describe('Steps', () => {
  it('calculates the example from the offering, with the target’s basis, date and risk', () => {
    const shown = text(aProperty())
    for (const part of ['Example: Marina Gate 2, 1904', '2,000', '20', '30', '136']) expect(shown).toContain(part)
    expect(shown).toMatch(/6\.8% a year before tax\. Tenancy contract\. As of 1 November 2026\. Not guaranteed/)
  })

  it('shows no example of an offering without a target', () => {
    expect(text(aProperty({ expectedReturn: null }))).not.toContain('Example')
  })
})
