import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { until } from '@hissa/testing-helpers'
import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startGateway, type Harness } from './support.js'

describe('rendering a page', () => {
  let gateway: Harness

  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())

  it('does not block other requests', async () => {
    const barrier = join(gateway.webDir, 'barrier')
    await writeFile(barrier, '')
    let rendered = false
    const page = gateway.get('/busy').finally(() => (rendered = true))
    await until(() => existsSync(join(gateway.webDir, 'reached')))
    const [alive, list] = [await gateway.get('/healthz'), await gateway.get('/api/properties')]
    expect([alive.status, list.status, rendered]).toEqual([200, 200, false])
    await rm(barrier)
    expect((await page).status).toBe(200)
  })

  it('reads the API through the gateway’s own routes', async () => {
    expect(await (await gateway.get('/reads')).text()).toContain('/reads200')
  })

  it('responds with the page without its content, with status 500, when a screen throws', async () => {
    const answer = await gateway.get('/broken')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8'])
    expect((await gateway.get('/after')).status).toBe(200)
  })

  it('permits the camera on the pages that photograph documents, and on no others', async () => {
    const permissions = async (path: string) => (await gateway.get(path)).headers.get('permissions-policy')
    for (const path of ['/onboarding', '/onboarding?step=identity', '/phone-upload', '/ar/phone-upload'])
      expect([path, await permissions(path)]).toEqual([path, 'camera=(self)'])
    for (const path of ['/', '/signin', '/onboarding/other', '/reads?next=/onboarding', '/api/properties'])
      expect([path, await permissions(path)]).toEqual([path, 'camera=()'])
  })
})
