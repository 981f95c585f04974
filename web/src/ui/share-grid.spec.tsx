import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import { renderUi } from '../../test/render.js'
import { ShareGrid } from './share-grid.js'

describe('ShareGrid', () => {
  it('is an image with an accessible name and draws one shape for each square of the user', () => {
    const { getByRole, container } = renderUi(
      <ShareGrid
        form="block"
        unitsTotal={units(10_500)}
        unitsTaken={units(6_500)}
        unitsMine={units(150)}
        unitPriceFils={fils(10_000)}
        label="6,500 of 10,500 taken"
      />,
    )
    expect(getByRole('img').getAttribute('aria-label')).toBe('6,500 of 10,500 taken')
    expect(container.querySelectorAll('.sq-mine')).toHaveLength(3)
  })

  it('draws a holding of 0.07% as a sliver of one square, enlarges it and states the scale', () => {
    const { container } = renderUi(
      <ShareGrid
        form="line"
        unitsTotal={units(10_000)}
        unitsTaken={units(3_100)}
        unitsMine={units(7)}
        unitPriceFils={fils(10_000)}
        label="x"
      />,
    )
    const slivers = [...container.querySelectorAll('.sq-mine')].map((mine) => mine.parentElement!)
    expect(slivers.map((sliver) => sliver.tagName)).toEqual(['svg', 'svg'])
    const widths = slivers.map((sliver) => Number(sliver.getAttribute('width')) / 8)
    expect(widths[0]).toBeCloseTo(0.125, 6)
    expect(widths[1]).toBeCloseTo(0.28, 6)
    expect(container.querySelectorAll('.sq-zoom path')).toHaveLength(2)
    expect(container.textContent).toBe('Each square in the enlarged row is 0.25% of all shares.')
  })

  it('states the amount of an enlarged square if squares represent amounts', () => {
    const { container } = renderUi(
      <ShareGrid
        form="block"
        unitsTotal={units(10_500)}
        unitsTaken={units(0)}
        unitsMine={units(20)}
        unitPriceFils={fils(10_000)}
        label="x"
      />,
    )
    expect(container.textContent).toContain('250')
  })

  it('enlarges nothing if a holding fills a square', () => {
    const { container } = renderUi(
      <ShareGrid
        form="line"
        unitsTotal={units(20)}
        unitsTaken={units(5)}
        unitsMine={units(2)}
        unitPriceFils={fils(1)}
        label="x"
      />,
    )
    expect(container.querySelector('.sq-zoom')).toBeNull()
  })

  it('also marks the user’s squares with a pattern, for forced colours', () => {
    const { container } = renderUi(
      <ShareGrid
        form="line"
        unitsTotal={units(20)}
        unitsTaken={units(5)}
        unitsMine={units(2)}
        unitPriceFils={fils(1)}
        label="x"
      />,
    )
    expect(container.querySelector('.sq-hatch')!.getAttribute('d')!.match(/M/g)).toHaveLength(2)
  })
})
