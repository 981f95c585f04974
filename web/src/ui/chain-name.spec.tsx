import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { renderUi } from '../../test/render.js'
import { hashOf } from '../../test/token.js'
import { dismissToast, toastStore } from '../lib/toast.js'
import { ChainName } from './chain-name.js'

const clipboard = navigator.clipboard
let copied: string[]
const allow = (writeText: (text: string) => Promise<void>) =>
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })

beforeEach(() => {
  copied = []
  allow(async (text) => void copied.push(text))
})
afterEach(() => {
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  act(() => dismissToast())
})

const hash = hashOf('a')
const show = () => renderUi(<ChainName canCopy name={hash} label="block hash" />)
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Copy block hash' }))

describe('an address or hash', () => {
  it('is shortened, and copied as a whole', async () => {
    show()
    expect(screen.getByText('0xaaaa…aaaa').title).toBe(hash)
    press()
    await waitFor(() => expect(toastStore.get()?.text).toBe('Copied.'))
    expect(copied).toEqual([hash])
  })

  it('is shown as a whole if the browser does not allow copying', async () => {
    allow(() => Promise.reject(new Error('Not allowed')))
    show()
    press()
    await waitFor(() => expect(toastStore.get()?.text).toContain(hash))
    expect(toastStore.get()?.kind).toBe('error')
  })

  it('opens the block explorer in a new tab, without access to this page', () => {
    renderUi(<ChainName name={hash} label="block hash" href="https://scan.test/tx/1" to="/elsewhere" />)
    const link = screen.getByRole('link')
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://scan.test/tx/1', '_blank'])
    expect(link.getAttribute('rel')).toContain('noopener')
  })

  it('links to the product’s own page if the chain has no explorer', () => {
    renderUi(<ChainName name={hash} label="block hash" to="/tokenization/a" />)
    expect(screen.getByRole('link').getAttribute('href')).toBe('/tokenization/a')
  })
})
