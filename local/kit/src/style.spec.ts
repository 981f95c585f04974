import { describe, expect, it } from '@jest/globals'
import { fastify } from 'fastify'
import { html, page } from './html.js'
import { serveStyle } from './style.js'

describe.each(['', '/sandbox'])('a page of a local tool under "%s"', (prefix) => {
  const app = fastify()
  serveStyle(app, prefix, '.own{color:red}')
  const rendered = page('Mail', html`<h1>Mail</h1>`, { prefix, home: '/' })
  const read = (url: string) => app.inject({ url })

  it('loads its style, which contains the tool’s own rules, and its icon', async () => {
    const addresses = [...rendered.matchAll(/<link [^>]*href="(.*?)"/g)].map(([, address]) => address!)
    expect(addresses).toEqual([`${prefix}/style.css`, `${prefix}/mark.png`])
    const types = await Promise.all(addresses.map(async (address) => (await read(address)).headers['content-type']))
    expect(types).toEqual(['text/css; charset=utf-8', 'image/png'])
    expect((await read(`${prefix}/style.css`)).body).toContain('.own{color:red}')
  })

  it('loads the font for both scripts from the tool', async () => {
    const { body } = await read(`${prefix}/style.css`)
    const fonts = [...body.matchAll(/url\("(.*?)"\)/g)].map(([, address]) => address!)
    expect(fonts).toHaveLength(2)
    for (const font of fonts) expect((await read(font)).rawPayload.subarray(0, 4).toString()).toBe('wOF2')
  })
})

describe('the mark of a page', () => {
  it('leads nowhere on a page without a home', () => {
    expect(page('Pay', html`<p>1</p>`, { narrow: true })).not.toContain('<a')
  })
})
