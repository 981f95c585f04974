/** @jest-environment node */
import { describe, expect, it } from '@jest/globals'
import { publicScreens } from './public-screens.js'
import { signedInScreens } from './signed-in-screens.js'
import { site } from './site.js'

describe('site', () => {
  it('lists public pages that the server renders, and no page that needs an id', () => {
    expect(site.pages).toEqual(expect.arrayContaining(['/', '/properties', '/about', '/contact', '/legal']))
    const rendered = publicScreens.filter(({ ssr }) => ssr).map(({ path }) => path)
    expect(site.pages.filter((path) => !rendered.includes(path) || path.includes(':'))).toEqual([])
  })

  it('closes every screen of a signed-in user, and no public page', () => {
    const isClosed = (path: string) => site.closed.some((beginning) => path.startsWith(beginning))
    const screens = [...signedInScreens.signedIn, ...signedInScreens.onboarded].map(({ path }) => path)
    expect(screens.filter((path) => !isClosed(path))).toEqual([])
    expect([...site.pages, '/properties/a', '/property-showcase/a'].filter(isClosed)).toEqual([])
  })
})
