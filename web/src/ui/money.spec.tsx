import { describe, expect, it } from '@jest/globals'
import { fils } from '@hissa/money'
import { renderUi } from '../../test/render.js'
import { DIRHAM_SYMBOL } from './dirham-sign.js'
import { Money } from './money.js'

const amountOf = (container: HTMLElement) => container.querySelector('bdi')!
const visible = (container: HTMLElement) => container.querySelector('[aria-hidden]')!.textContent
const spoken = (container: HTMLElement) => container.querySelector('.sr-only')!.textContent

describe('Money', () => {
  it('draws the sign as a shape of the document: no font, no character that one could lack', () => {
    const { container } = renderUi(<Money fils={fils(200_000)} />)
    const sign = amountOf(container).querySelector('[aria-hidden] > svg.money-sign')!
    expect(sign.querySelector('use')!.getAttribute('href')).toBe('#dirham')
    expect(sign.nextSibling!.textContent).toBe('\u00a0')
    expect(container.textContent).not.toContain('\u20c3')
    document.body.insertAdjacentHTML('beforeend', DIRHAM_SYMBOL)
    expect(document.querySelector('symbol#dirham path')!.getAttribute('d')).toMatch(/^M8\.8/)
  })

  it('puts the sign before the number, parted by a space that does not break, and isolates both', () => {
    const { container } = renderUi(<Money fils={fils(125_000_000)} />)
    expect(visible(container)).toBe('\u00a01,250,000')
    expect(amountOf(container).getAttribute('dir')).toBe('ltr')
  })

  it('keeps sign and digits where they are in Arabic, and speaks Arabic', () => {
    const { container } = renderUi(<Money fils={fils(200_000)} />, 'ar')
    expect(visible(container)).toBe('\u00a02,000')
    expect(spoken(container)).toContain('درهم')
  })

  it('speaks the amount with the name of the currency, and never shows sign and code together', () => {
    const { container } = renderUi(<Money fils={fils(200_000)} />)
    expect(spoken(container)).toBe('2,000 UAE dirhams')
    expect(container.textContent).not.toContain('AED')
  })

  it('writes a negative amount with a true minus before the sign', () => {
    const { container } = renderUi(<Money fils={fils(-3_050)} />)
    expect(visible(container)).toBe('\u2212\u00a030.50')
  })

  it('hides no fils unless told to round', () => {
    expect(visible(renderUi(<Money fils={fils(1_205)} />).container)).toBe('\u00a012.05')
    expect(visible(renderUi(<Money fils={fils(1_250)} decimals={0} />).container)).toBe('\u00a013')
    expect(visible(renderUi(<Money fils={fils(1_200)} decimals={2} />).container)).toBe('\u00a012.00')
  })
})
