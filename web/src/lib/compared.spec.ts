import { describe, expect, it } from '@jest/globals'
import { comparePath, readSlugs, withCompared } from './compared.js'

const add = (search: string, slug: string) => withCompared(new URLSearchParams(search), slug).toString()

describe('compared properties', () => {
  it('are added and removed one by one and keep the filters and the page', () => {
    expect(add('type=villa&cursor=x', 'a')).toBe('type=villa&cursor=x&compare=a')
    expect(add('type=villa&compare=a', 'b')).toBe('type=villa&compare=a%2Cb')
    expect(add('type=villa&compare=a%2Cb', 'a')).toBe('type=villa&compare=b')
    expect(add('type=villa&compare=b', 'b')).toBe('type=villa')
  })

  it('are three at most', () => expect(add('compare=a,b,c', 'd')).toBe('compare=a%2Cb%2Cc'))

  it.each([
    ['a,a,b', ['a', 'b']],
    ['a,,../x,<b>,b', ['a', 'b']],
    ['a,b,c,d', ['a', 'b', 'c']],
    [null, []],
  ])('are read from %j without repeated and impossible ones', (text, slugs) => expect(readSlugs(text)).toEqual(slugs))

  it('have an address', () => expect(comparePath(['a', 'b'])).toBe('/properties/compare?ids=a,b'))
})
