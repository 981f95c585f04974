import { describe, expect, it } from '@jest/globals'
import { units } from '@hissa/money'
import { aProperty } from '../../../test/property.js'
import { renderUi } from '../../../test/render.js'
import { KeyFigures } from './key-figures.js'

const text = (property = aProperty(), locale?: 'ar') =>
  renderUi(<KeyFigures property={property} />, locale).container.textContent

describe('the key figures of a property', () => {
  it('are the share price, the target with its basis and date, and the effective minimum', () => {
    const shown = text()
    expect(shown).toMatch(/Price of one share.*100/)
    expect(shown).toMatch(/Target net yield6\.8%/)
    expect(shown).toMatch(/Minimum investment.*2,000.*20 shares, plus 1\.5% platform fee/)
    expect(shown).toContain('Tenancy contract. As of 1 November 2026.')
  })

  it('show the basis in the user’s language', () => {
    expect(text(undefined, 'ar')).toContain('عقد الإيجار')
  })

  it('omit the minimum when nothing can be bought and the target when none is stated', () => {
    const shown = text(aProperty({ unitsAvailable: units(0), expectedReturn: null }))
    expect(shown).not.toContain('Minimum investment')
    expect(shown).toContain('Target net yieldNot stated')
  })
})
