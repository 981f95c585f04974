import type { DocumentType } from '@hissa/contracts/kyc'

/** Width divided by height. Sources: ICAO 9303 part 4 (125 × 88 mm) and part 5 (85.6 × 53.98 mm). */
export const SHAPE: Record<DocumentType, number> = { passport: 125 / 88, emirates_id: 85.6 / 53.98 }
/** Shape of the area in which the live picture is shown, and the width of the outline in it. */
export const VIEW_SHAPE = 4 / 3
export const OUTLINE_SHARE = 0.9

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the part of a camera's picture that is visible on the screen, which is centred and cut to `VIEW_SHAPE`. */
export function visibleArea(width: number, height: number): Area {
  const visible = Math.min(width, height * VIEW_SHAPE)
  return areaAround(width, height, visible, visible / VIEW_SHAPE)
}

/** Returns the part of a camera's picture that is inside the outline of a document. */
export function outlinedArea(width: number, height: number, documentType: DocumentType): Area {
  const outlined = visibleArea(width, height).width * OUTLINE_SHARE
  return areaAround(width, height, outlined, outlined / SHAPE[documentType])
}

const areaAround = (fullWidth: number, fullHeight: number, width: number, height: number): Area => ({
  x: Math.round((fullWidth - width) / 2),
  y: Math.round((fullHeight - height) / 2),
  width: Math.round(width),
  height: Math.round(height),
})
