import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import { renderUi } from '../../test/render.js'
import { dismissToast, showToast } from '../lib/toast.js'
import { Toaster } from './toaster.js'

const HEIGHT = 640
const rect = (top: number, height: number) => ({ top, bottom: top + height, left: 16, right: 344, width: 328, height })
let fieldTop = 560

/** jsdom lays nothing out: the card is at the edge that it says, the field where the page has been scrolled to. */
function layOut() {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.tagName === 'INPUT') return rect(fieldTop, 48) as DOMRect
    const edge = this.getAttribute('data-edge')
    return (edge ? rect(edge === 'head' ? 16 : HEIGHT - 76, 60) : { ...rect(0, 0), width: 0 }) as DOMRect
  })
}

afterEach(() => {
  act(() => dismissToast())
  jest.restoreAllMocks()
})

describe('a toast', () => {
  it('leaves the field free that is under it, and the next one when the page is scrolled', async () => {
    await import('./toast-card.js')
    layOut()
    fieldTop = 560
    renderUi(
      <main>
        <input />
        <Toaster />
      </main>,
    )
    await act(async () => showToast({ kind: 'success', text: 'Saved' }))
    const card = await screen.findByRole('status')
    expect(card.dataset['edge']).toBe('head')
    fieldTop = 20
    fireEvent.scroll(window)
    expect(card.dataset['edge']).toBe('foot')
    fieldTop = 300
    fireEvent.scroll(window)
    expect(card.dataset['edge']).toBe('foot')
  })
})
