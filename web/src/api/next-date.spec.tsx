import { describe, expect, it } from '@jest/globals'
import type { HoldingView } from '@hissa/contracts/investment'
import { renderRoutes } from '../../test/render.js'
import { NextDate } from './next-date.js'

const AT = '2026-11-26T20:30:00Z'

function shown(exact: boolean, raiseState: HoldingView['raiseState']): string | null {
  const element = <NextDate date={{ at: AT, exact }} raiseState={raiseState} />
  const { container } = renderRoutes({ routes: [{ path: '*', element }] })
  return container.textContent
}

describe('NextDate', () => {
  it.each([
    [true, 'completed', '27 November 2026, 00:30, Dubai time'],
    [false, 'active', 'At the latest 27 November 2026, 00:30, Dubai time, unless we extend the deadline'],
    [false, 'funded', '27 November 2026, 00:30, Dubai time, or later if the offering opens again'],
  ] as const)('shows the time in Dubai with its zone (exact: %s, raise: %s)', (exact, raiseState, text) => {
    expect(shown(exact, raiseState)).toBe(text)
  })
})
