import { afterEach, describe, expect, it } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { renderRoutes } from '../../../../test/render.js'
import CameraCapture from './camera-capture.js'

const setDevices = (devices: unknown) =>
  void Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true })

afterEach(() => setDevices(undefined))

function open(devices: unknown) {
  setDevices(devices)
  const chosen: string[] = []
  const element = (
    <CameraCapture
      documentType="passport"
      kind="front"
      onPicture={() => chosen.push('picture')}
      onFile={() => chosen.push('file')}
    />
  )
  return { ...renderRoutes({ routes: [{ path: '*', element }] }), chosen }
}
const refusing = (name: string) => ({ getUserMedia: () => Promise.reject(Object.assign(new Error(name), { name })) })

describe('the camera', () => {
  it.each([
    ['without permission', refusing('NotAllowedError'), /may not use the camera/],
    ['that does not exist', refusing('NotFoundError'), /found no camera/],
    ['that another program uses', refusing('NotReadableError'), /used by another program/],
    ['on a page without encryption', undefined, /secure connection/],
  ])('says why there is no picture of a camera %s, and offers a file', async (_name, devices, text) => {
    const { chosen } = open(devices)
    expect(await screen.findByText(text)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Upload a file instead' }))
    expect(chosen).toEqual(['file'])
  })

  it('is switched off when its view is left', async () => {
    let stopped = 0
    const track = { onended: null, stop: () => (stopped += 1) }
    const { unmount } = open({ getUserMedia: async () => ({ getTracks: () => [track] }) })
    expect(await screen.findByRole('button', { name: 'Take the picture' })).toBeTruthy()
    expect(stopped).toBe(0)
    unmount()
    expect(stopped).toBe(1)
  })

  it('is switched off if its view was left before it started', async () => {
    let start = (_stream: unknown) => {}
    const started = new Promise((resolve) => (start = resolve))
    const { unmount } = open({ getUserMedia: () => started })
    expect(await screen.findByText(/^Starting the camera/)).toBeTruthy()
    unmount()
    let stopped = 0
    start({ getTracks: () => [{ onended: null, stop: () => (stopped += 1) }] })
    await started
    expect(stopped).toBe(1)
  })
})
