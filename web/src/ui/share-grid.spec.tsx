import { describe, expect, it } from '@jest/globals'
import { fils, units } from '@hissa/money'
import { renderUi } from '../../test/render.js'
import { MIN_PART } from '../lib/share-grid.js'
import { GridNote, ShareGrid } from './share-grid.js'

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

  it.each(['line', 'strip', 'block', 'wide'] as const)(
    'draws a small holding once, as a sliver of one %s square',
    (form) => {
      const { container } = renderUi(
        <ShareGrid
          form={form}
          unitsTotal={units(100_000)}
          unitsTaken={units(31_010)}
          unitsMine={units(7)}
          unitPriceFils={fils(10_000)}
          label="x"
        />,
      )
      const [sliver, ...others] = [...container.querySelectorAll('.sq-mine')].map((mine) => mine.parentElement!)
      expect(others).toEqual([])
      expect(sliver!.tagName).toBe('svg')
      expect(Number(sliver!.getAttribute('width')) / 8).toBeCloseTo(MIN_PART, 6)
      expect(container.querySelectorAll('svg.share-grid')).toHaveLength(1)
      expect(container.textContent).toBe('')
    },
  )

  it('states the scale in one sentence, the same for every width', () => {
    const offering = { unitsTotal: units(10_500), unitPriceFils: fils(10_000) }
    const { container } = renderUi(<GridNote {...offering} />)
    expect(container.textContent).toContain('Each square is')
    expect(container.textContent).toContain('5,000')
    const squares = (form: 'block' | 'wide') => {
      const view = renderUi(<ShareGrid form={form} {...offering} unitsTaken={units(10_500)} label="x" />)
      return view.container.querySelector('.sq-taken')!.getAttribute('d')!.match(/h5v5/g)!.length
    }
    expect([squares('block'), squares('wide')]).toEqual([210, 210])
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
