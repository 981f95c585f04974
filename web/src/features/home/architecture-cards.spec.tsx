import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import { renderUi } from '../../../test/render.js'
import { ArchitectureCards } from './architecture-cards.js'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const wait = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms))
const chosen = () => screen.getAllByRole('tab').findIndex((tab) => tab.getAttribute('aria-selected') === 'true')

describe('ArchitectureCards', () => {
  it('shows the next card every 4 s and restarts after the fourth', async () => {
    renderUi(<ArchitectureCards />)
    await wait(4_000)
    expect(chosen()).toBe(1)
    await wait(12_000)
    expect(chosen()).toBe(0)
  })

  it.each([
    ['under the pointer', () => fireEvent.mouseEnter(screen.getByRole('region'))],
    ['with the focus', () => fireEvent.focus(screen.getAllByRole('tab')[0]!)],
    ['when paused', () => fireEvent.click(screen.getByRole('button', { name: 'Pause carousel' }))],
  ])('pauses %s', async (_name, hold) => {
    renderUi(<ArchitectureCards />)
    hold()
    await wait(20_000)
    expect(chosen()).toBe(0)
  })

  it('pauses while the page is hidden', async () => {
    renderUi(<ArchitectureCards />)
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await wait(20_000)
    expect(chosen()).toBe(0)
    hidden.mockRestore()
  })

  it('shows all cards side by side under reduced motion', () => {
    const media = jest
      .spyOn(globalThis, 'matchMedia')
      .mockReturnValue({ matches: true, addEventListener() {}, removeEventListener() {} } as never)
    const { container } = renderUi(<ArchitectureCards />)
    expect(container.querySelectorAll('[inert]')).toHaveLength(0)
    media.mockRestore()
  })

  it('follows the arrow keys', () => {
    renderUi(<ArchitectureCards />)
    fireEvent.keyDown(screen.getByRole('tablist'), { key: 'ArrowLeft' })
    expect(chosen()).toBe(3)
    expect(document.activeElement).toBe(screen.getAllByRole('tab')[3])
  })
})
