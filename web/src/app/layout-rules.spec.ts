import { describe, expect, it } from '@jest/globals'
import { initialsOf } from './account-menu.js'
import { layoutRules } from './layout-rules.js'

describe('layoutRules', () => {
  it.each(['/signin', '/registration', '/email-confirmation', '/ar/signin'])(
    '%s has neither header, crumbs nor footer',
    (path) => {
      expect(layoutRules(path)).toEqual({ header: false, breadcrumbs: false, footer: false })
    },
  )

  it.each(['/', '/ar', '/properties', '/ar/properties', '/properties/'])('%s has no crumbs', (path) => {
    expect(layoutRules(path)).toEqual({ header: true, breadcrumbs: false, footer: true })
  })

  it('shows crumbs and footer on a property, crumbs alone on onboarding and dashboard', () => {
    expect(layoutRules('/properties/a')).toEqual({ header: true, breadcrumbs: true, footer: true })
    expect(layoutRules('/onboarding')).toEqual({ header: true, breadcrumbs: true, footer: false })
    expect(layoutRules('/investor-dashboard')).toEqual({ header: true, breadcrumbs: true, footer: false })
  })
})

describe('initialsOf', () => {
  it('takes at most two letters', () => {
    expect(['Sara Ahmed', 'sara', 'Sara bint Ahmed Al Suwaidi', ''].map(initialsOf)).toEqual(['SA', 'S', 'SS', ''])
  })
})
