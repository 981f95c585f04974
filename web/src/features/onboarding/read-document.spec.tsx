import { beforeEach, describe, expect, it } from '@jest/globals'
import type { DocumentReading } from '@hissa/contracts/kyc'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import ReadDocument from './read-document.js'

beforeEach(() => {
  localStorage.clear()
  storeTokens()
})

const LINES = ['P<JORHADDAD<<LAYLA', 'X704582917JOR9005019F3105010']
const READ: DocumentReading = {
  ...{ documentId: 'picture-1', outcome: 'read', refusal: null, lines: LINES, failures: [], corrections: [] },
  ...{ confidencePercent: 90, engine: 'engine 1' },
  fields: [
    { field: 'birth_date', provided: '1990-05-02', extracted: '1990-05-01', match: 'mismatch', proven: true },
  ] as DocumentReading['fields'],
}

function Form({ typed }: { typed: string[] }) {
  const [lines, setLines] = useState(typed)
  return (
    <>
      <p data-testid="lines">{lines.join('|')}</p>
      <ReadDocument caseId="case-1" documentId="picture-1" lines={lines} onLines={setLines} />
    </>
  )
}
const open = (reading: DocumentReading, typed: string[]) => {
  const api = fakeApi({ 'POST /kyc/read': () => [200, { success: true, reading }] })
  renderRoutes({ api, routes: [{ path: '*', element: <Form typed={typed} /> }] })
}
const lines = () => screen.getByTestId('lines').textContent

describe('the reading of a document', () => {
  it('fills empty lines, and shows what differs from the profile', async () => {
    open(READ, ['', ''])
    expect(await screen.findByText(/1 May 1990/)).toBeTruthy()
    expect(screen.getByText(/2 May 1990/)).toBeTruthy()
    expect(lines()).toBe(LINES.join('|'))
  })

  it('replaces typed lines only on request', async () => {
    open(READ, ['TYPED', 'LINES'])
    const use = await screen.findByRole('button')
    expect(lines()).toBe('TYPED|LINES')
    fireEvent.click(use)
    expect(lines()).toBe(LINES.join('|'))
  })

  it('says why there are no lines, and leaves those that were typed', async () => {
    open({ ...READ, outcome: 'not_read', refusal: 'no_lines', lines: [], fields: [] }, ['TYPED', 'LINES'])
    expect(await screen.findByText(/no machine-readable lines/)).toBeTruthy()
    expect(lines()).toBe('TYPED|LINES')
  })
})
