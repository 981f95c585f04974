import { describe, expect, it } from '@jest/globals'
import { calculate, fils } from '@hissa/money'
import { fireEvent, screen, within } from '@testing-library/react'
import { aProperty } from '../../../test/property.js'
import { renderRoutes } from '../../../test/render.js'
import Calculator from './calculator.js'
import { CalculatorSection } from './calculator-section.js'

const text = { en: 'x', ar: 'x' }
const line = (kind: string, amount: number) => ({ kind, amountFils: fils(amount), basis: text, source: text })
const property = {
  ...aProperty(),
  rent: [
    line('gross_rent', 8_400_000),
    line('vacancy', -420_000),
    line('service_charge', -900_000),
    line('net_rent', 7_080_000),
  ],
  acquisition: [line('purchase_price', 99_000_000), line('total', 105_000_000)],
} as ReturnType<typeof aProperty>

const open = (search = '', locale: 'en' | 'ar' = 'en') =>
  renderRoutes({
    at: `/properties/marina-gate-2-1904${search}`,
    locale,
    routes: [{ path: '/properties/:id', element: <Calculator property={property} /> }],
  })
const slide = (name: string, value: number) => fireEvent.change(screen.getByLabelText(name), { target: { value } })
const pressed = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map((button) => button.textContent)

describe('the calculator', () => {
  it('begins with the minimum, the planned term and the base case, and shows the warning', () => {
    const { container } = open()
    expect(screen.getByLabelText<HTMLInputElement>('Amount to invest').value).toBe('2,000')
    expect(pressed()).toEqual(['Base'])
    expect(container.textContent).toContain('An example, not a forecast')
    expect(container.textContent).toContain('Figures are rounded against you.')
  })

  it('shows the figures of the shared calculation', () => {
    open('?sum=10000&years=3&growth=-5&occupancy=80&exit=4')
    const { projection } = calculate(property, {
      ...{ amountFils: fils(1_000_000), years: 3 },
      ...{ growthBasisPoints: -500, occupancyBasisPoints: 8_000, exitCostBasisPoints: 400 },
    })!
    const loss = ((0 - projection.resultFils) / 100).toLocaleString('en', { minimumFractionDigits: 2 })
    expect(screen.getByRole('status').textContent).toContain('Loss after 3 years')
    expect(screen.getByRole('status').textContent).toContain(loss)
    const [, years] = screen.getAllByRole('table')
    expect(within(years!).getAllByRole('row')).toHaveLength(4)
  })

  it('keeps the choices in the address, and applies a case to the sliders', () => {
    const { router } = open('?amount=5000')
    fireEvent.click(screen.getByRole('button', { name: 'Loss' }))
    expect(pressed()).toEqual(['Loss'])
    expect(screen.getByLabelText<HTMLInputElement>('Growth in value per year').value).toBe('-5')
    slide('Years until the sale', 8)
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      ...{ amount: '5000', sum: '5000' },
      ...{ years: '8', growth: '-5', occupancy: '65', exit: '5' },
    })
    slide('Occupancy', 66)
    expect(pressed()).toEqual([])
  })

  it('holds what an address asks for within the sliders', () => {
    open('?years=900&growth=-99&occupancy=x&exit=200')
    const values = ['Years until the sale', 'Growth in value per year', 'Occupancy', 'Cost of the sale'].map(
      (name) => screen.getByLabelText<HTMLInputElement>(name).value,
    )
    expect(values).toEqual(['15', '-10', '95', '10'])
  })

  it('explains an amount that buys no share instead of showing figures', () => {
    open()
    fireEvent.change(screen.getByLabelText('Amount to invest'), { target: { value: '5' } })
    expect(screen.getByText(/buys at least one share/)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('is in Arabic on an Arabic page', () => {
    const { container } = open('', 'ar')
    expect(container.textContent).toContain('مثال وليس توقعاً')
    expect(container.textContent).not.toMatch(/property\.calculator/)
  })
})

describe('the section of the calculator', () => {
  const section = (shown: typeof property) =>
    renderRoutes({
      at: '/properties/x',
      routes: [{ path: '/properties/:id', element: <CalculatorSection property={shown} /> }],
    })

  it('loads the calculator', async () => {
    section(property)
    expect(await screen.findByLabelText('Amount to invest')).toBeTruthy()
  })

  it('is left out if the property states no rent', () => {
    expect(section({ ...property, rent: [] }).container.textContent).toBe('')
  })
})
