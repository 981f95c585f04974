import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { renderUi, storeTokens } from '../../test/render.js'
import { dismissToast, toastStore } from '../lib/toast.js'
import { OwnDeed } from './own-deed.js'

const PROPERTY = { propertyId: 'Prop_1', slug: 'marina-heights', title: 'Marina Heights' }
const { createObjectURL, revokeObjectURL } = URL
const { fetch } = globalThis
let saved: { name: string; data: Blob }[] = []
let asked: [path: string, authorization: string][] = []

const answer = (status: number, body: Blob) => {
  globalThis.fetch = jest.fn(async (path: unknown, init?: RequestInit) => {
    asked.push([path as string, (init!.headers as Record<string, string>)['authorization']!])
    return { ok: status === 200, status, blob: async () => body, json: async () => ({ code: 'NOT_FOUND' }) }
  }) as unknown as typeof globalThis.fetch
}

describe('the title deed of a holding', () => {
  beforeEach(() => {
    localStorage.clear()
    storeTokens()
    ;[saved, asked] = [[], []]
    const blobs: Blob[] = []
    URL.createObjectURL = (blob) => `blob:${blobs.push(blob as Blob)}`
    URL.revokeObjectURL = () => {}
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, data: blobs.at(-1)! })
    })
  })
  afterEach(() => {
    jest.restoreAllMocks()
    Object.assign(URL, { createObjectURL, revokeObjectURL })
    globalThis.fetch = fetch
  })

  it('is saved as a file with the name of the property and the type of the document', async () => {
    const data = new Blob(['%PDF-1.7'], { type: 'application/pdf' })
    answer(200, data)
    renderUi(<OwnDeed property={PROPERTY} />)
    fireEvent.click(screen.getByRole('button', { name: 'Title deed' }))
    await waitFor(() => expect(saved).toEqual([{ name: 'title-deed-marina-heights.pdf', data }]))
    expect(asked).toEqual([['/api/investments/Prop_1/deed', expect.stringMatching(/^Bearer h\./)]])
  })

  it('that cannot be opened is named', async () => {
    answer(404, new Blob([]))
    jest.spyOn(console, 'error').mockImplementation(() => {})
    renderUi(<OwnDeed property={PROPERTY} />)
    fireEvent.click(screen.getByRole('button', { name: 'Title deed' }))
    await waitFor(() =>
      expect(toastStore.get()).toMatchObject({ kind: 'error', text: 'We couldn’t open the document. Try again.' }),
    )
    dismissToast()
    expect(saved).toEqual([])
  })
})
