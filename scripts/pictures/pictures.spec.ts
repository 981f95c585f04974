import { describe, expect, it } from '@jest/globals'
import { readdirSync, readFileSync } from 'node:fs'

const at = (path: string) => new URL(`../../${path}`, import.meta.url)
const json = (path: string) => JSON.parse(readFileSync(at(path), 'utf8')) as unknown

interface Picture {
  kind?: string
  widths: number[]
  light: string
  dark: string
}

const ofListings = json('services/property/sample/pictures.json') as Record<string, Picture[]>
const ofSite = json('web/src/lib/site-pictures.json') as Record<string, Picture>

/** Returns the names of a picture's files. */
function filesOf({ widths, light, dark }: Picture): string[] {
  return [light, dark].flatMap((start) =>
    widths.flatMap((width) => ['avif', 'webp'].map((format) => `${start}-${width}.${format}`)),
  )
}

const previewOf = ({ light }: Picture) => `${light}-preview.jpg`

describe('the sample pictures', () => {
  it('include a maquette and a plan of every sample listing', () => {
    const [, ...rows] = readFileSync(at('services/property/sample/listings.csv'), 'utf8').trim().split('\n')
    const ids = rows.map((row) => row.split(',')[0])
    expect(Object.keys(ofListings).sort()).toEqual(ids.sort())
    for (const pictures of Object.values(ofListings))
      expect(pictures.map(({ kind }) => kind)).toEqual(['maquette', 'plan'])
  })

  it('are exactly the files that the lists name', () => {
    const pictures = [...Object.values(ofListings).flat(), ...Object.values(ofSite)]
    const previews = [...Object.values(ofListings).map(([first]) => previewOf(first!)), previewOf(ofSite['hero']!)]
    const named = [...pictures.flatMap(filesOf), ...previews].map((path) => path.replace('/media/', ''))
    expect(readdirSync(at('web/public/media')).sort()).toEqual([...new Set(named)].sort())
  })
})

describe('the icons of a home screen', () => {
  const { icons } = json('web/public/manifest.webmanifest') as { icons: Array<{ src: string; sizes: string }> }

  it.each([...icons, { src: '/icon-180.png', sizes: '180x180' }])('has $src in $sizes', ({ src, sizes }) => {
    const file = readFileSync(at(`web/public${src}`))
    // A PNG begins with its signature and its header, which has the width and the height.
    expect(file.subarray(1, 4).toString()).toBe('PNG')
    expect(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`).toBe(sizes)
  })
})
