import { describe, expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { COLOURS, FONT_FILES, fontCss, fontPath, html, page, stylesheet } from './index.js'

const styleOfWeb = (name: string) =>
  readFileSync(new URL(`../../../web/src/ui/${name}`, import.meta.url), 'utf8').replace(/\s+/g, ' ')

describe('brand', () => {
  it('has the colours of the web client', () => {
    const tokens = styleOfWeb('tokens.css')
    for (const [name, [light, dark]] of Object.entries(COLOURS))
      expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`)
  })

  it('loads the font of the web client for the same characters', () => {
    const fonts = styleOfWeb('fonts.css')
    const ranges = [...fontCss((file) => `/${file}`).matchAll(/url\("\/(.+?)"\).+?unicode-range:(.+?)}/g)]
    expect(ranges.map(([, file]) => file)).toEqual([...FONT_FILES])
    for (const [, file, range] of ranges) {
      expect(fonts).toContain(`files/${file}`)
      expect(fonts).toContain(`unicode-range: ${range};`)
    }
  })

  it('has both files of the font, and no rule for one without an address', () => {
    for (const file of FONT_FILES) expect(readFileSync(fontPath(file)).subarray(0, 4).toString()).toBe('wOF2')
    expect(fontCss(() => undefined)).toBe('')
  })
})

describe('page', () => {
  const options = { lang: 'ar', dir: 'rtl', brand: 'Hissa', home: '/ar', width: 'text' } as const

  it('escapes its texts, and keeps its content and style', () => {
    const style = { text: stylesheet(() => undefined, '.own>b{color:red}') }
    const rendered = page({ ...options, style, title: 'a <b> & "c"', body: html`<p>${'<i>'}</p>` })
    expect(rendered).toContain('<title>a &lt;b&gt; &amp; &quot;c&quot;</title>')
    expect(rendered).toContain('<p>&lt;i&gt;</p>')
    expect(rendered).toContain(`<style>${style.text}</style>`)
    expect(rendered).toContain('<html lang="ar" dir="rtl">')
  })
})
