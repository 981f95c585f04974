import { describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { renderUi } from '../../test/render.js'
import { DIRHAM_SYMBOL } from './dirham-sign.js'
import { Money } from './money.js'

const amountOf = (container: HTMLElement) => container.querySelector('bdi')!
const visible = (container: HTMLElement) => container.querySelector('[aria-hidden]')!.textContent
const spoken = (container: HTMLElement) => container.querySelector('.sr-only')!.textContent

describe('Money', () => {
  it('draws the sign as a shape, without a font or character that could be missing', () => {
    const { container } = renderUi(<Money fils={fils(200_000)} />)
    const sign = amountOf(container).querySelector('[aria-hidden] > svg.money-sign')!
    expect(sign.querySelector('use')!.getAttribute('href')).toBe('#dirham')
    expect(sign.nextSibling!.textContent).toBe('\u00a0')
    expect(container.textContent).not.toContain('\u20c3')
    document.body.insertAdjacentHTML('beforeend', DIRHAM_SYMBOL)
    expect(document.querySelector('symbol#dirham path')!.getAttribute('d')).toMatch(/^M8\.8/)
  })

  it('puts the sign before the number with a non-breaking space and isolates both', () => {
    const { container } = renderUi(<Money fils={fils(125_000_000)} />)
    expect(visible(container)).toBe('\u00a01,250,000')
    expect(amountOf(container).getAttribute('dir')).toBe('ltr')
  })

  it('keeps the order of sign and digits in Arabic and is spoken in Arabic', () => {
    const { container } = renderUi(<Money fils={fils(200_000)} />, 'ar')
    expect(visible(container)).toBe('\u00a02,000')
    expect(spoken(container)).toContain('درهم')
  })

  it('is spoken with the name of the currency and never shows sign and code together', () => {
    const { container } = renderUi(<Money fils={fils(200_000)} />)
    expect(spoken(container)).toBe('2,000 UAE dirhams')
    expect(container.textContent).not.toContain('AED')
  })

  it('writes a negative amount with a true minus before the sign', () => {
    const { container } = renderUi(<Money fils={fils(-3_050)} />)
    expect(visible(container)).toBe('\u2212\u00a030.50')
  })

  it('shows all fils unless rounding is requested', () => {
    expect(visible(renderUi(<Money fils={fils(1_205)} />).container)).toBe('\u00a012.05')
    expect(visible(renderUi(<Money fils={fils(1_250)} decimals={0} />).container)).toBe('\u00a013')
    expect(visible(renderUi(<Money fils={fils(1_200)} decimals={2} />).container)).toBe('\u00a012.00')
  })
})
