import { describe, expect, it } from '@jest/globals'
import { documentTypeOf } from './document-type.js'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const JPEG = hex('ffd8ff e0 0010 4a46 ffd9')
const PNG = hex('89504e470d0a1a0a 00000000 49454e44ae426082')
const webp = (length: number) => {
  const bytes = Buffer.from('RIFF\0\0\0\0WEBPVP8 ')
  bytes.writeUInt32LE(length, 4)
  return bytes
}

describe('the type of a document', () => {
  it.each([
    ['a PDF', Buffer.from('%PDF-1.4\n%%EOF'), 'application/pdf'],
    ['a PDF that ends with a line break', Buffer.from('%PDF-1.4\n%%EOF\r\n'), 'application/pdf'],
    ['a JPEG', JPEG, 'image/jpeg'],
    ['a PNG', PNG, 'image/png'],
    ['a WebP', webp(8), 'image/webp'],
    ['an empty file', Buffer.alloc(0), undefined],
    ['a page', Buffer.from('<!doctype html>'), undefined],
    ['a page before a PDF', Buffer.from('<script></script>%PDF-1.4\n%%EOF'), undefined],
    ['a page after a PDF', Buffer.from('%PDF-1.4\n%%EOF<script>'), undefined],
    ['a PDF that was cut off', Buffer.from('%PDF-1.4\n'), undefined],
    ['an archive after a JPEG', Buffer.concat([JPEG, Buffer.from('PK\u0005\u0006')]), undefined],
    ['a page after a PNG', Buffer.concat([PNG, Buffer.from('<b>')]), undefined],
    ['a WebP that states another length', webp(9), undefined],
  ])('of %s is read from its bytes', (_, bytes, type) => {
    expect(documentTypeOf(bytes)).toBe(type)
  })
})
