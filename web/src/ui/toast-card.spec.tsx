import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import { renderUi } from '../../test/render.js'
import { dismissToast, showToast } from '../lib/toast.js'
import { Toaster } from './toaster.js'

const [HEIGHT, CARD_HEIGHT] = [640, 60]
const rect = (top: number, height: number) => ({ top, bottom: top + height, left: 16, right: 344, width: 328, height })
const spans: Record<string, ReturnType<typeof rect>> = {}

/** Mocks the layout, which jsdom lacks: the card is at its margin, everything else at its scrolled position. */
function layOut() {
  Object.assign(window, { innerHeight: HEIGHT })
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.matches('[role=status]')) return rect(topOf(this as HTMLElement), CARD_HEIGHT) as DOMRect
    return (spans[this.id] ?? { ...rect(0, 0), width: 0 }) as DOMRect
  })
}
const topOf = (card: HTMLElement) => parseFloat(card.style.marginTop) || 0
const covers = (card: HTMLElement, id: string) =>
  spans[id]!.top < topOf(card) + CARD_HEIGHT && spans[id]!.bottom > topOf(card)

async function open(page: React.ReactNode) {
  await import('./toast-card.js')
  layOut()
  renderUi(
    <>
      {page}
      <Toaster />
    </>,
  )
  await act(async () => showToast({ kind: 'success', text: 'Saved' }))
  return screen.findByRole('status')
}

afterEach(() => {
  act(() => dismissToast())
  jest.restoreAllMocks()
  Object.keys(spans).forEach((id) => delete spans[id])
})

describe('a toast', () => {
  it('is below the header, also while that is half scrolled away', async () => {
    spans.head = rect(0, 68)
    const card = await open(<header id="head" />)
    expect(covers(card, 'head')).toBe(false)
    expect(topOf(card)).toBeLessThan(100)
    spans.head = rect(-20, 120)
    fireEvent.scroll(window)
    expect(covers(card, 'head')).toBe(false)
  })

  it('avoids a field below it and, after scrolling, the next one', async () => {
    spans.field = rect(560, 48)
    const card = await open(
      <main>
        <input id="field" />
      </main>,
    )
    expect(covers(card, 'field')).toBe(false)
    spans.field = rect(topOf(card), 48)
    fireEvent.scroll(window)
    expect(covers(card, 'field')).toBe(false)
  })

  it('avoids the bar at the foot once that is shown', async () => {
    spans.bar = rect(572, 68)
    const page = (inert: boolean) => (
      <main>
        <div id="bar" className="fixed" inert={inert} />
      </main>
    )
    const card = await open(page(true))
    expect(covers(card, 'bar')).toBe(true)
    document.getElementById('bar')!.removeAttribute('inert')
    fireEvent.transitionEnd(document.getElementById('bar')!)
    expect(covers(card, 'bar')).toBe(false)
  })
})
