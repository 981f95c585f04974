import { describe, expect, it } from '@jest/globals'
import { renderUi } from '../../test/render.js'
import { ShareGrid } from './share-grid.js'

describe('ShareGrid', () => {
  it('is one picture with a name, and has one shape for each square of the reader', () => {
    const { getByRole, container } = renderUi(
      <ShareGrid
        form="block"
        unitsTotal={10_500}
        unitsTaken={6_510}
        unitsMine={150}
        unitPriceFils={10_000}
        label="6,510 of 10,500 taken"
      />,
    )
    expect(getByRole('img').getAttribute('aria-label')).toBe('6,510 of 10,500 taken')
    expect(container.querySelectorAll('.sq-mine')).toHaveLength(3)
  })

  it('marks the reader’s squares by a pattern too, for forced colours', () => {
    const { container } = renderUi(
      <ShareGrid form="line" unitsTotal={20} unitsTaken={5} unitsMine={2} unitPriceFils={1} label="x" />,
    )
    expect(container.querySelector('.sq-hatch')!.getAttribute('d')!.match(/M/g)).toHaveLength(2)
  })
})
