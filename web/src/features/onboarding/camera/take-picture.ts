import type { DocumentType } from '@hissa/contracts/kyc'
import { toGrey, type GreyFrame } from './frame-checks.js'
import { outlinedArea, visibleArea, type Area } from './outline.js'

/** The server keeps no larger picture. */
const LARGEST_SIDE_PX = 2_400
const QUALITY = 0.92
/** Width at which frames are checked: print is still visible, and the work takes a few milliseconds. */
const CHECKED_WIDTH_PX = 480

/** Returns a small grey copy of what is inside the outline, or null until the camera shows something. */
export function readFrame(
  video: HTMLVideoElement,
  canvas: HTMLCanvasElement,
  documentType: DocumentType,
): GreyFrame | null {
  if (video.videoWidth === 0) return null
  const area = outlinedArea(video.videoWidth, video.videoHeight, documentType)
  const context = draw(video, canvas, area, CHECKED_WIDTH_PX / area.width)
  if (!context) return null
  const { width, height } = canvas
  return toGrey(context.getImageData(0, 0, width, height).data, width, height)
}

/** Returns the visible part of the camera's picture as a JPEG file; null if the browser can't make one. */
export async function takePicture(video: HTMLVideoElement): Promise<File | null> {
  if (video.videoWidth === 0) return null
  const area = visibleArea(video.videoWidth, video.videoHeight)
  const canvas = document.createElement('canvas')
  draw(video, canvas, area, Math.min(1, LARGEST_SIDE_PX / area.width))
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return blob && new File([blob], 'photo.jpg', { type: 'image/jpeg' })
}

function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement, area: Area, scale: number) {
  canvas.width = Math.round(area.width * scale)
  canvas.height = Math.round(area.height * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  return context
}
