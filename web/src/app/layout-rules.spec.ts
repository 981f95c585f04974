import { describe, expect, it } from '@jest/globals'
import { followsPreference } from '../lib/locale.js'
import { initialsOf } from './account-menu.js'
import { crumbName, layoutRules } from './layout-rules.js'
import { signedInScreens } from './signed-in-screens.js'

describe('layoutRules', () => {
  it.each(['/signin', '/registration', '/email-confirmation', '/ar/signin'])(
    'returns no header, breadcrumbs or footer for %s',
    (path) => {
      expect(layoutRules(path)).toMatchObject({
        header: false,
        isComplianceLayout: false,
        breadcrumbs: false,
        footer: false,
      })
    },
  )

  it.each(['/', '/ar', '/properties', '/ar/properties', '/properties/', '/legal', '/about', '/ar/legal'])(
    'returns a header and a footer without breadcrumbs for %s',
    (path) => {
      expect(layoutRules(path)).toMatchObject({
        header: true,
        isComplianceLayout: false,
        breadcrumbs: false,
        footer: true,
      })
    },
  )

  it.each(['/contact', '/onboarding', '/investor-dashboard'])('returns breadcrumbs without a footer for %s', (path) => {
    expect(layoutRules(path)).toMatchObject({
      header: true,
      isComplianceLayout: false,
      breadcrumbs: true,
      footer: false,
    })
  })

  it('returns breadcrumbs and a footer for a property', () => {
    expect(layoutRules('/properties/a')).toMatchObject({
      header: true,
      isComplianceLayout: false,
      breadcrumbs: true,
      footer: true,
    })
  })

  it.each([
    ...['/early-access', '/rewards-program', '/onboarding', '/investor-digital-card', '/profile'],
    ...['/profile-management', '/contact', '/ar/contact', '/contact/', '/staff/kyc', '/staff/finance'],
  ])('hides the assistant on %s', (path) => {
    expect(layoutRules(path).chat).toBe(false)
  })

  it.each(['/', '/ar', '/properties', '/ar/properties/a', '/investor-dashboard', '/signin', '/orders'])(
    'shows the assistant on %s',
    (path) => {
      expect(layoutRules(path).chat).toBe(true)
    },
  )

  it.each(['/staff/kyc', '/staff/kyc/case-1'])('returns the compliance layout for %s', (path) => {
    expect(layoutRules(path).isComplianceLayout).toBe(true)
  })

  it.each(['/staff/content', '/properties'])('does not return the compliance layout for %s', (path) => {
    expect(layoutRules(path).isComplianceLayout).toBe(false)
  })
})

describe('followsPreference', () => {
  it('holds for every signed-in screen, whose address has no language', () => {
    const paths = [...signedInScreens.signedIn, ...signedInScreens.onboarded].map(({ path }) => path)
    expect(paths.filter((path) => !followsPreference(path))).toEqual([])
  })
})

describe('crumbName', () => {
  it('names every signed-in screen that has breadcrumbs', () => {
    const paths = [...signedInScreens.signedIn, ...signedInScreens.onboarded].map(({ path }) => path)
    const unnamed = paths.filter((path) => layoutRules(path).breadcrumbs && !crumbName(path.split('/')[1]!))
    expect(unnamed).toEqual([])
  })

  it('returns a message id for the token screens, and null for a transaction hash', () => {
    expect(['tokenization', 'transactions', 'wallet'].map(crumbName)).not.toContain(null)
    expect(crumbName('0xab')).toBeNull()
  })
})

describe('initialsOf', () => {
  it('returns the initials of the first and last name', () => {
    expect(['Sara Ahmed', 'sara', 'Sara bint Ahmed Al Suwaidi', ''].map(initialsOf)).toEqual(['SA', 'S', 'SS', ''])
  })
})
