import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { act, fireEvent, screen } from '@testing-library/react'
import { renderUi } from '../../test/render.js'
import { dismissToast, showToast } from '../lib/toast.js'
import { Toaster } from './toaster.js'

beforeEach(async () => {
  await import('./toast-card.js')
  jest.useFakeTimers()
})
afterEach(() => {
  act(() => [1, 2, 3].forEach(() => dismissToast()))
  jest.useRealTimers()
})
const wait = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms))
const show = (text: string, kind: 'info' | 'error' = 'info') => act(async () => showToast({ kind, text }))

describe('toasts', () => {
  it('are shown one at a time for 5 s each, and an error is not replaced', async () => {
    renderUi(<Toaster />)
    await show('first', 'error')
    await show('second')
    await wait(10)
    expect(screen.getByRole('alert').textContent).toContain('first')
    await wait(5_000)
    expect(screen.getByRole('status').textContent).toContain('second')
    await wait(5_100)
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('are replaced by a newer one unless they are errors', async () => {
    renderUi(<Toaster />)
    await show('created')
    await show('confirmed')
    await wait(10)
    expect(screen.getByRole('status').textContent).toContain('confirmed')
    await wait(5_100)
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('stay under the pointer and are dismissed by Escape', async () => {
    renderUi(<Toaster />)
    await show('keep', 'error')
    await wait(10)
    fireEvent.mouseEnter(screen.getByRole('alert'))
    await wait(20_000)
    expect(screen.getByRole('alert')).toBeTruthy()
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
