import { describe, expect, it } from '@jest/globals'
import { initialsOf } from './account-menu.js'
import { crumbName, layoutRules } from './layout-rules.js'

describe('layoutRules', () => {
  it.each(['/signin', '/registration', '/email-confirmation', '/ar/signin'])(
    'returns neither header, breadcrumbs nor footer for %s',
    (path) => {
      expect(layoutRules(path)).toEqual({ header: false, desk: false, breadcrumbs: false, footer: false })
    },
  )

  it.each(['/', '/ar', '/properties', '/ar/properties', '/properties/'])('returns no breadcrumbs for %s', (path) => {
    expect(layoutRules(path)).toEqual({ header: true, desk: false, breadcrumbs: false, footer: true })
  })

  it('returns a footer without breadcrumbs for legal and about, and breadcrumbs without a footer for contact', () => {
    for (const path of ['/legal', '/about', '/ar/legal'])
      expect(layoutRules(path)).toMatchObject({ header: true, breadcrumbs: false, footer: true })
    expect(layoutRules('/contact')).toMatchObject({ header: true, breadcrumbs: true, footer: false })
  })

  it('shows breadcrumbs and a footer for a property, and no footer for onboarding and the dashboard', () => {
    expect(layoutRules('/properties/a')).toEqual({ header: true, desk: false, breadcrumbs: true, footer: true })
    expect(layoutRules('/onboarding')).toEqual({ header: true, desk: false, breadcrumbs: true, footer: false })
    expect(layoutRules('/investor-dashboard')).toEqual({ header: true, desk: false, breadcrumbs: true, footer: false })
  })
})

describe('crumbName', () => {
  it('returns a name for the token screens, and null for a hash', () => {
    expect(['tokenization', 'transactions', 'wallet'].map(crumbName)).not.toContain(null)
    expect(crumbName('0xab')).toBeNull()
  })
})

describe('the desk layout', () => {
  it.each(['/staff/kyc', '/staff/kyc/case-1'])('is used for %s', (path) => expect(layoutRules(path).desk).toBe(true))
  it.each(['/staff/content', '/properties'])('is not used for %s', (path) => expect(layoutRules(path).desk).toBe(false))
})

describe('initialsOf', () => {
  it('returns at most two characters', () => {
    expect(['Sara Ahmed', 'sara', 'Sara bint Ahmed Al Suwaidi', ''].map(initialsOf)).toEqual(['SA', 'S', 'SS', ''])
  })
})
