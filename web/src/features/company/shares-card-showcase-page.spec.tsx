import { describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import SharesCardShowcasePage from './shares-card-showcase-page.js'

describe('the showcase of the share card', () => {
  it('marks every card as a sample and shows what its shares cost', async () => {
    renderRoutes({
      api: fakeApi({}),
      at: '/shares-card-showcase',
      routes: [{ path: '*', element: <SharesCardShowcasePage /> }],
    })
    const cards = await screen.findAllByRole('listitem')
    expect(cards.map(({ textContent }) => /Sample data/.test(textContent))).toEqual([true, true, true])
    expect(cards.map(({ textContent }) => /\d+,\d{3}/.exec(textContent)![0])).toEqual(['5,000', '40,000', '125,000'])
    screen.getByRole('img', { name: '1,250 of 10,000 shares are yours, 8,750 are held by others' })
  })
})
