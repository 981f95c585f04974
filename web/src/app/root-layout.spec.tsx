import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { renderRoutes } from '../../test/render.js'
import { RootLayout } from './root-layout.js'

const scrolled = jest.spyOn(globalThis, 'scrollTo')

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  Object.assign(window, { scrollY: 0 })
  scrolled.mockClear()
})

/** Loads a page as a full page load does. */
const load = (at: string) =>
  renderRoutes({ at, routes: [{ Component: RootLayout, children: [{ path: '*', element: <h1>Page</h1> }] }] })
/** Scrolls the page and leaves it for another site. */
function leave({ unmount }: ReturnType<typeof load>, offset: number) {
  Object.assign(window, { scrollY: offset })
  window.dispatchEvent(new Event('pagehide'))
  unmount()
  scrolled.mockClear()
}

describe('the scroll position of a page after a full load', () => {
  it.each(['/payment-success?session_id=cs_1', '/payment-cancel?order=1'])(
    'differs from that of the page before the payment: %s',
    (at) => {
      leave(load('/investment-flow/marina?step=review'), 1800)
      load(at)
      expect(scrolled).not.toHaveBeenCalledWith(0, 1800)
    },
  )

  it('is restored to where the user left the same page', () => {
    leave(load('/properties?city=dubai'), 700)
    load('/properties?city=dubai')
    expect(scrolled).toHaveBeenCalledWith(0, 700)
  })
})
