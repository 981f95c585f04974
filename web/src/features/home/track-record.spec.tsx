import { afterEach, describe, expect, it } from '@jest/globals'
import { fils, units, ZERO } from '@hissa/money'
import { cleanup, screen } from '@testing-library/react'
import { renderUi } from '../../../test/render.js'
import { TrackRecord } from './track-record.js'
import type { TrackRecord as Figures } from './track-record-api.js'

afterEach(cleanup)

const NOTHING: Figures = {
  asOf: '2026-11-23T09:00:00.000Z',
  registered: { units: units(0), properties: 0 },
  released: { amountFils: ZERO, raises: 0 },
  incomePaid: { amountFils: ZERO, distributions: 0 },
  register: null,
}
const REGISTER = {
  ...{ sequence: 42, asOf: '2026-11-22T20:00:00.000Z', ledgerSeq: 7, treeSize: 5 },
  ...{
    root: '0x4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    publishedAt: '2026-11-22T20:00:01.000Z',
  },
}
const ALL: Figures = {
  ...NOTHING,
  registered: { units: units(18_400), properties: 3 },
  released: { amountFils: fils(2_436_000), raises: 1 },
  incomePaid: { amountFils: fils(4_120_300), distributions: 4, lastPaidAt: '2026-10-20T08:00:00.000Z' },
  register: REGISTER,
}

const show = (figures: Figures | undefined) => renderUi(<TrackRecord figures={figures} />)

describe('TrackRecord', () => {
  it.each([
    ['unknown', undefined],
    ['all zero', NOTHING],
  ])('shows nothing while the figures are %s', (_, figures) => {
    show(figures)
    expect(screen.queryByRole('heading')).toBeNull()
  })

  it('shows each figure with its basis and its date', () => {
    show(ALL)
    expect(screen.getAllByRole('term')).toHaveLength(4)
    expect(screen.getByText('18,400')).toBeTruthy()
    expect(screen.getByText(/3 properties/)).toBeTruthy()
    expect(screen.getByText(/4 distributions.*20 October 2026/)).toBeTruthy()
    expect(screen.getByText(/as of 23 November 2026/)).toBeTruthy()
  })

  it('leaves out what has not happened', () => {
    show({ ...NOTHING, registered: ALL.registered })
    expect(screen.getAllByRole('term')).toHaveLength(1)
  })

  it('links the newest register to its entries, with the beginning of its root', () => {
    show({ ...NOTHING, register: REGISTER })
    expect(screen.getByText('0x4e3bbb1f…')).toBeTruthy()
    expect(screen.getByRole('link').getAttribute('href')).toBe('/api/register/42')
  })
})
