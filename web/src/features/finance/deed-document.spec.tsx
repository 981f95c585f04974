import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import { DeedDocument, deedError } from './deed-document.js'

const SHA256 = 'ab'.repeat(32)
const HINT = /PDF, JPEG, PNG or WebP, at most 10 MB/
const STORE = 'POST /finance/raises/Prop_1/deed'

function Asked() {
  const [hash, setHash] = useState<string>()
  return <DeedDocument propertyId="Prop_1" error={undefined} hash={hash} onHash={setHash} />
}

const shown = (status: number, body: unknown) =>
  renderRoutes({ routes: [{ path: '*', element: <Asked /> }], api: fakeApi({ [STORE]: () => [status, body] }) })
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Document'), { target: { files: [file] } })

describe('a title deed that finance chooses', () => {
  it('is uploaded, and its stored hash is shown', async () => {
    const { calls } = shown(200, { deed: { sha256: SHA256 } })
    const file = new File(['%PDF-1.7'], 'deed.pdf')
    choose(file)
    expect(await screen.findByText(SHA256)).toBeTruthy()
    expect(calls.map(({ call, body }) => [call, (body as FormData).get('file')])).toEqual([[STORE, file]])
    expect(screen.getByText(HINT)).toBeTruthy()
  })

  it('is named as too large without an upload', () => {
    const { calls } = shown(200, {})
    choose(Object.defineProperty(new File([], 'deed.pdf'), 'size', { value: 10_000_001 }))
    expect(screen.getByText('The file is larger than 10 MB. Choose a smaller one.')).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('shows why it was not stored', async () => {
    shown(422, { code: 'UPLOAD_TYPE_REFUSED', detail: 'No' })
    choose(new File(['x'], 'deed.txt'))
    expect(await screen.findByText('Choose a PDF, JPEG, PNG or WebP file')).toBeTruthy()
    expect(screen.queryByText(/SHA-256 [0-9a-f]/)).toBeNull()
  })
})

describe('the message for a deed that was not stored', () => {
  it.each([
    ['UPLOAD_TOO_LARGE', {}, 'finance.deed.large'],
    ['CONFLICT_OF_INTEREST', {}, 'finance.refused.conflict'],
    ['RESOLUTION_NOT_POSSIBLE', { why: 'raise_state' }, 'finance.why.raise_state'],
    ['SERVICE_UNAVAILABLE', {}, 'finance.deed.failed'],
  ])('names the reason %s', (code, problem, id) => {
    expect(deedError({ status: 409, code, detail: '', errors: [], problem })).toBe(id)
  })
})
