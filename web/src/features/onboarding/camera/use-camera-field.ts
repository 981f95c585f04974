import type { UploadKind } from '@hissa/contracts/kyc'
import { useEffect, useRef, useState } from 'react'
import { dropDraft, readDraft, writeDraft } from '../../../lib/draft.js'
import { isCameraForbidden } from './use-camera.js'

/**
 * Opens and closes the camera of one picture, and returns the focus to its button. Only the addresses that show the camera
 * permit it, and a permission belongs to a loaded page: if this page was loaded from another address, it is loaded again
 * and then opens the camera.
 */
export function useCameraField(userId: string, kind: UploadKind) {
  const key = `kyc-camera.${userId}.${kind}`
  const [isOpen, setOpen] = useState(() => readDraft<{ open: boolean }>(key).open === true)
  const buttonId = `camera-${kind}`
  const wasOpen = useRef(isOpen)
  useEffect(() => dropDraft(key), [key])
  useEffect(() => {
    if (wasOpen.current && !isOpen) document.getElementById(buttonId)?.focus()
    wasOpen.current = isOpen
  }, [isOpen, buttonId])
  const open = () => {
    if (!isCameraForbidden()) return setOpen(true)
    writeDraft(key, { open: true })
    location.reload()
  }
  return { isOpen, open, close: () => setOpen(false), buttonId }
}
