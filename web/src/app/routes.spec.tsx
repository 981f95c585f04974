/** @jest-environment node */
import { beforeAll, describe, expect, it } from '@jest/globals'
import { createStaticHandler, type StaticHandler } from 'react-router-dom'
import { createStore } from '../api/store.js'
import { createLanguage } from '../i18n/i18n.js'
import { CONFIG } from '../../test/config.js'
import { createRoutes, REDIRECTS } from './routes.js'

let handler: StaticHandler
beforeAll(() => {
  handler = createStaticHandler(
    createRoutes({
      config: CONFIG,
      session: null,
      language: createLanguage(),
      store: createStore({ fetchApi: () => Promise.reject(new Error('no call expected')) }),
      nowMs: 0,
    }),
  )
})

async function locationOf(path: string): Promise<string | null> {
  const answer = await handler.query(new Request(`http://local${path}`))
  return answer instanceof Response ? answer.headers.get('location') : null
}

describe('createRoutes', () => {
  it.each(Object.entries(REDIRECTS))('redirects %s to %s', async (from, to) => {
    expect(await locationOf(from.replace(':view', 'login'))).toBe(to)
  })

  it('keeps the query in redirects and the language of public pages', async () => {
    expect(await locationOf('/login?next=%2Fproperties')).toBe('/signin?next=%2Fproperties')
    expect(await locationOf('/ar/login?next=%2Fa')).toBe('/ar/signin?next=%2Fa')
    expect(await locationOf('/investment/success?session_id=cs_1')).toBe('/payment-success?session_id=cs_1')
    expect(await locationOf('/ar/dashboard')).toBe('/investor-dashboard')
    expect(await locationOf('/ar/investment-flow/a?amount=5000')).toBe('/investment-flow/a?amount=5000')
  })
})
