import type { DocumentType } from '@hissa/contracts/kyc'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { nextShutter, nextSpoken, type GoodSince, type Spoken } from './auto-shutter.js'
import { adviseOn, type Advice, type GreyFrame } from './frame-checks.js'
import { readFrame } from './take-picture.js'

const EVERY_MS = 200

interface Advised {
  /** Null until the camera shows something. */
  advice: Advice | null
  /** The same for screen readers, which changes every few seconds at most. */
  spoken: Advice | null
}

/** Checks what the camera shows five times a second. Calls `onSteady` once everything was good for a second. */
export function useAdvice(
  video: RefObject<HTMLVideoElement | null>,
  documentType: DocumentType,
  onSteady: () => void,
): Advised {
  const [advised, setAdvised] = useState<Advised>({ advice: null, spoken: null })
  const steady = useRef(onSteady)
  useEffect(() => void (steady.current = onSteady))
  useEffect(() => {
    const canvas = document.createElement('canvas')
    let before: GreyFrame | null = null
    let since: GoodSince = null
    let spoken: Spoken | null = null
    const look = () => {
      const frame = video.current && readFrame(video.current, canvas, documentType)
      if (!frame) return
      const advice = adviseOn(frame, before)
      before = frame
      const shutter = nextShutter(since, advice, performance.now())
      since = shutter.since
      spoken = nextSpoken(spoken, advice, performance.now())
      setAdvised({ advice, spoken: spoken.advice })
      if (shutter.takes) steady.current()
    }
    const timer = setInterval(look, EVERY_MS)
    return () => clearInterval(timer)
  }, [video, documentType])
  return advised
}
