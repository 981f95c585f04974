import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const ROOT = new URL('../../../', import.meta.url)

interface SamplePicture {
  kind: string
  light: string
}

/** Returns the largest file of a sample property's picture, in place of a photograph. */
function sampleFile(kind: string): string {
  const json = readFileSync(new URL('services/property/sample/pictures.json', ROOT), 'utf8')
  const [pictures] = Object.values(JSON.parse(json) as Record<string, SamplePicture[]>)
  const { light } = pictures!.find((each) => each.kind === kind)!
  return new URL(`web/public${light}-1280.webp`, ROOT).pathname
}

export const PHOTO_CAPTION = 'The building from the quay'

/** Uploads a floor plan and a photograph to the draft that the page shows, and moves the photograph to the front. */
export async function uploadPictures(page: Page): Promise<void> {
  const pictures = page.getByRole('region', { name: 'Pictures' })
  const upload = async (file: string, kind: string, en: string, ar: string) => {
    await pictures.locator('input[type=file]').setInputFiles(file)
    const chosen = pictures.locator('li').filter({ has: page.getByRole('button', { name: 'Upload' }) })
    await chosen.getByLabel('Kind').selectOption(kind)
    await chosen.getByLabel('What it shows, in English').fill(en)
    await chosen.getByLabel('What it shows, in Arabic').fill(ar)
    await chosen.getByRole('button', { name: 'Upload' }).click()
    await pictures.getByRole('img', { name: en }).waitFor()
  }
  await upload(sampleFile('plan'), 'plan', 'The plan of the second floor', 'مخطط الطابق الثاني')
  await upload(sampleFile('maquette'), 'photo', PHOTO_CAPTION, 'المبنى من جهة الرصيف')
  await pictures.getByRole('button', { name: `Move earlier: ${PHOTO_CAPTION}` }).press('Enter')
  await pictures.getByRole('button', { name: 'Save pictures' }).click()
  await pictures.getByText('Unsaved changes').waitFor({ state: 'hidden' })
}
