import { useEffect, useState } from 'react'

/** Why there is no live picture: no permission, no camera, used by another program, or a page without encryption. */
export type CameraFault = 'refused' | 'none' | 'busy' | 'insecure'
export type Camera = { stream: MediaStream } | { fault: CameraFault } | null

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 2_560 }, height: { ideal: 1_440 } },
}

/** Browsers offer no cameras to pages without encryption. */
const devices = (): MediaDevices | undefined => navigator.mediaDevices

/**
 * Returns the live picture of the camera at the back of the device, or of any other; null until it starts. The camera is
 * switched off when the component is removed.
 */
export function useCamera(): Camera {
  const [camera, setCamera] = useState<Camera>(() => (devices() ? null : { fault: 'insecure' }))
  useEffect(() => {
    let stream: MediaStream | null = null
    let isLeft = false
    const start = (started: MediaStream) => {
      if (isLeft) return stop(started)
      stream = started
      for (const track of started.getTracks()) track.onended = () => setCamera({ fault: 'busy' })
      setCamera({ stream: started })
    }
    devices()
      ?.getUserMedia(WANTED)
      .then(start, (error: unknown) => isLeft || setCamera({ fault: faultOf(error) }))
    return () => {
      isLeft = true
      if (stream) stop(stream)
    }
  }, [])
  return camera
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = null
    track.stop()
  }
}

function faultOf(error: unknown): CameraFault {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}

/** Returns whether the headers of the loaded page forbid the camera; only some browsers can tell. */
export function isCameraForbidden(): boolean {
  const { featurePolicy } = document as Document & { featurePolicy?: { allowsFeature(name: string): boolean } }
  return featurePolicy?.allowsFeature('camera') === false
}
