import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { interactive } from './waits.js'

const SCREENS = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]

/** Asserts that every key figure of the property is within the first screen. */
export async function assertFiguresInView(page: Page): Promise<void> {
  for (const size of SCREENS) {
    await page.setViewportSize(size)
    const figures = await page.locator('main dl').first().locator('dt, dd').all()
    assert.ok(figures.length >= 6, `${figures.length} parts of figures`)
    for (const figure of figures) {
      const box = await figure.boundingBox()
      const end = box ? box.y + box.height : 0
      assert.ok(end <= size.height, `${await figure.innerText()} ends at ${end} of ${size.height}`)
    }
  }
}

/** Asserts that a page keeps its height while it is scrolled to the end. */
export async function assertSteadyHeight(page: Page): Promise<void> {
  for (const size of SCREENS) {
    await page.setViewportSize(size)
    await page.reload()
    await interactive(page)
    const heights = await page.evaluate(async () => {
      const root = document.documentElement
      const seen = new Set([root.scrollHeight])
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      for (let top = 0; top < root.scrollHeight; top += innerHeight / 2) {
        scrollTo(0, top)
        await frame()
        await frame()
        seen.add(root.scrollHeight)
      }
      return [...seen]
    })
    assert.equal(heights.length, 1, `${page.url()} at ${size.width}: ${heights.join(', ')}`)
  }
}
