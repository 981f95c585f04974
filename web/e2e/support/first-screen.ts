import type { Page } from 'playwright-core'

/** Names the key figures of a property that end below the first screen, with where they end. */
export async function figuresBelowFold(page: Page, height: number): Promise<string[]> {
  const below: string[] = []
  const figures = await page.locator('main dl').first().locator('dt, dd').all()
  if (figures.length < 6) return [`only ${figures.length} parts of figures`]
  for (const figure of figures) {
    const box = await figure.boundingBox()
    if (box && box.y + box.height > height) below.push(`${await figure.innerText()} ends at ${box.y + box.height}`)
  }
  return below
}

/** Scrolls to the end of a page and returns the different heights that it had on the way. */
export const heightsWhileScrolled = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
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
