/** @jest-environment node */
import { expect, it } from '@jest/globals'
import { sha256Of } from './sha256.js'

it('recognises a document and a text by their SHA-256', async () => {
  expect(await sha256Of('abc')).toBe(await sha256Of(new Blob(['abc'])))
  expect(await sha256Of(new Blob(['abc']))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
