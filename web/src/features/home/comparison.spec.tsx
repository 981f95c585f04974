import { describe, expect, it } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { aProperty } from '../../../test/property.js'
import { renderUi } from '../../../test/render.js'
import { Comparison } from './comparison.js'

const feeOf = () => within(screen.getByRole('row', { name: /^Fees/ })).getAllByRole('cell')[0]!.textContent

describe('Comparison', () => {
  it('names the platform fee of a real offering', () => {
    renderUi(<Comparison example={aProperty({ feeBasisPoints: 275 })} />)
    expect(feeOf()).toContain('Platform fee: 2.75%.')
  })

  it('names no figure while no offering is open', () => {
    renderUi(<Comparison example={undefined} />)
    expect(feeOf()).toContain('Platform fee: stated in each offering.')
  })

  it('compares the three ways in every row', () => {
    renderUi(<Comparison example={undefined} />)
    const [head, ...rows] = screen.getAllByRole('row')
    expect(within(head!).getAllByRole('columnheader')).toHaveLength(3)
    expect(rows.map((row) => within(row).getAllByRole('cell').length)).toEqual([3, 3, 3, 3])
  })
})
