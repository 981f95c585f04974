import type { Property } from '@hissa/contracts/property'
import { describe, expect, it } from '@jest/globals'
import { fireEvent, screen, within } from '@testing-library/react'
import { aProperty } from '../../../test/property.js'
import { renderUi } from '../../../test/render.js'
import { Gallery } from './gallery.js'

const TITLE = 'Marina Gate 2, 1904'

const picture = (kind: 'maquette' | 'plan', illustration = true): Property['pictures'][number] => ({
  ...{ kind, illustration, width: 1280, height: 960, widths: [400, 1280] },
  light: `/media/${kind}.1`,
  dark: `/media/${kind}-night.2`,
})

const show = (pictures: Property['pictures']) =>
  renderUi(<Gallery property={{ ...aProperty(), pictures }} title={TITLE} />)

/** Opens the viewer and returns it. */
async function openViewer() {
  const opener = screen.getByRole('button', { name: 'View pictures full screen' })
  opener.focus()
  fireEvent.click(opener)
  return { opener, viewer: await screen.findByRole('dialog', { name: TITLE }) }
}

describe('Gallery', () => {
  it('offers each picture by day and by night, and lets styles decide which one the browser loads', () => {
    const { container } = show([picture('maquette')])
    const images = [...container.querySelectorAll('img')]
    expect(images.map((image) => image.getAttribute('src'))).toEqual([
      '/media/maquette.1-1280.webp',
      '/media/maquette-night.2-1280.webp',
    ])
    expect(images.map((image) => image.getAttribute('loading'))).toEqual(['lazy', 'lazy'])
    expect([...container.querySelectorAll('picture')].map(({ className }) => className.split(' ').at(-1))).toEqual([
      'in-light',
      'in-dark',
    ])
    expect(container.querySelector('source')!.srcset).toBe(
      '/media/maquette.1-400.avif 400w, /media/maquette.1-1280.avif 1280w',
    )
  })

  it('labels an illustration, and not a photograph', () => {
    const { container, unmount } = show([picture('maquette')])
    expect(container.querySelector('figcaption')!.textContent).toMatch(/^Illustration/)
    unmount()
    expect(show([picture('maquette', false)]).container.textContent).not.toMatch(/Illustration/)
  })

  it('names a photograph by its caption, and lets it fill its place', async () => {
    const photo = { ...picture('maquette', false), kind: 'photo' as const, dark: null }
    show([{ ...photo, caption: { en: 'The living room', ar: 'غرفة المعيشة' } }, picture('plan')])
    expect(screen.getByRole('img', { name: 'The living room' }).className).toContain('object-cover')
    expect(screen.getByRole('button', { name: 'The living room' })).toBeTruthy()
    const { viewer } = await openViewer()
    expect(within(viewer).getByText('The living room')).toBeTruthy()
  })

  it('shows the drawing of a property without pictures', () => {
    show([])
    expect(screen.getByRole('img', { name: /illustration based on the property record/ }).tagName).toBe('svg')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('moves through the viewer by arrow keys and buttons, and round its ends', async () => {
    show([picture('maquette'), picture('plan')])
    const { viewer } = await openViewer()
    expect(viewer.textContent).toContain('Scale model')
    fireEvent.keyDown(viewer, { key: 'ArrowRight' })
    expect(viewer.textContent).toContain('Floor plan')
    fireEvent.keyDown(viewer, { key: 'ArrowRight' })
    expect(viewer.textContent).toContain('1 of 2')
    fireEvent.click(within(viewer).getByRole('button', { name: 'Previous picture' }))
    expect(viewer.textContent).toContain('2 of 2')
  })

  it('moves to the next picture by a swipe towards the start, and ignores a tap', async () => {
    show([picture('maquette'), picture('plan')])
    const { viewer } = await openViewer()
    const stage = viewer.querySelector('.touch-pan-y')!
    const swipe = (by: number) => {
      fireEvent.touchStart(stage, { touches: [{ clientX: 200, clientY: 100 }] })
      fireEvent.touchEnd(stage, { changedTouches: [{ clientX: 200 + by, clientY: 104 }] })
    }
    swipe(-12)
    expect(viewer.textContent).toContain('1 of 2')
    swipe(-120)
    expect(viewer.textContent).toContain('2 of 2')
  })

  it('starts the viewer with the picture that is shown, and returns the focus when it is closed', async () => {
    show([picture('maquette'), picture('plan')])
    fireEvent.click(screen.getByRole('button', { name: 'Floor plan' }))
    const { opener, viewer } = await openViewer()
    expect(viewer.textContent).toContain('2 of 2')
    fireEvent.click(within(viewer).getByRole('button', { name: 'Close' }))
    await Promise.resolve()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })
})
