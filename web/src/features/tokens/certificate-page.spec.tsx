import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import { ACCOUNT, hashOf, PROPERTY } from '../../../test/token.js'
import CertificatePage from './certificate-page.js'

const PATH = '/certificate/:sequence/:index/:code'
const AT = `/certificate/42/3/${'c0ffee00'.repeat(4)}`
const CHECKED = {
  register: {
    ...{ sequence: 42, ledgerSeq: 900, root: hashOf('a'), treeSize: 5 },
    ...{ asOf: '2026-11-22T20:00:00.000Z', publishedAt: '2026-11-22T20:00:01.000Z' },
  },
  entry: {
    ...{ index: 3, propertyId: PROPERTY.propertyId, account: ACCOUNT, holder: 'f'.repeat(64), units: 20 },
    ...{ leaf: hashOf('b'), proof: [] },
  },
  property: PROPERTY,
}

const open = (answer: (body: { name?: string }) => [status: number, body: object]) =>
  renderRoutes({
    at: AT,
    api: fakeApi({ 'POST /certificates/check': (body) => answer(body as { name?: string }) }),
    routes: [{ path: PATH, Component: CertificatePage }],
  })

describe('the page of a certificate', () => {
  it('shows the entry of the register that the certificate states', async () => {
    open(() => [200, { success: true, ...CHECKED }])
    expect(await screen.findByText('Hissa issued this certificate')).toBeTruthy()
    expect(screen.getByRole('link', { name: PROPERTY.title })).toBeTruthy()
    expect(screen.getByText('Number 42, entry 4')).toBeTruthy()
    expect(screen.getByText('20')).toBeTruthy()
  })

  it.each([
    ['confirms the printed name', true, 'The name is the one that Hissa printed.'],
    ['warns of another name', false, 'Hissa printed another name on this certificate.'],
  ])('%s', async (_, nameMatches, text) => {
    open(({ name }) => [200, { success: true, ...CHECKED, ...(name ? { nameMatches } : {}) }])
    fireEvent.change(await screen.findByLabelText('Name on the certificate'), { target: { value: 'Amal' } })
    fireEvent.click(screen.getByRole('button', { name: 'Check the name' }))
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('asks for a name before it checks one', async () => {
    open(() => [200, { success: true, ...CHECKED }])
    fireEvent.click(await screen.findByRole('button', { name: 'Check the name' }))
    expect(await screen.findByText(/Type the name on the certificate/)).toBeTruthy()
  })

  it('warns of a code that Hissa has not issued', async () => {
    open(() => [404, { code: 'NOT_FOUND' }])
    expect(await screen.findByText('Hissa hasn’t issued this certificate')).toBeTruthy()
  })
})
