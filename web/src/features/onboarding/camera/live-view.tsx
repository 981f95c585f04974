import type { DocumentType } from '@hissa/contracts/kyc'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/i18n.js'
import { cx } from '../../../lib/cx.js'
import { Button } from '../../../ui/button.js'
import { Icon } from '../../../ui/icons.js'
import { OUTLINE_SHARE, SHAPE } from './outline.js'
import { takePicture } from './take-picture.js'
import { useAdvice } from './use-advice.js'

interface LiveViewProps {
  stream: MediaStream
  documentType: DocumentType
  /** Takes the picture by itself once everything is good. The shutter works at any time. */
  isAutomatic: boolean
  onTaken: (file: File) => void
}

/** Shows the camera with the document's outline, advice in words, and the shutter. */
export function LiveView({ stream, documentType, isAutomatic, onTaken }: LiveViewProps) {
  const t = useT()
  const video = useRef<HTMLVideoElement>(null)
  const isTaking = useRef(false)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const shown = video.current!
    shown.srcObject = stream
    return () => void (shown.srcObject = null)
  }, [stream])
  const take = async () => {
    if (isTaking.current || !video.current) return
    isTaking.current = true
    const file = await takePicture(video.current)
    isTaking.current = false
    if (file) onTaken(file)
    else setFailed(true)
  }
  const { advice, spoken } = useAdvice(video, documentType, () => void (isAutomatic && take()))
  const isGood = advice === 'good'
  return (
    <>
      <div className="relative aspect-4/3 overflow-hidden rounded-s bg-sunken">
        <video
          ref={video}
          autoPlay
          playsInline
          muted
          aria-label={t('onboarding.camera.view')}
          className="size-full object-cover"
        />
        <div
          aria-hidden="true"
          className={cx(
            'absolute inset-0 m-auto rounded-m border-3 shadow-[0_0_0_1px_#000,inset_0_0_0_1px_#000]',
            isGood ? 'border-[#7ee2a8]' : 'border-white',
          )}
          style={{ inlineSize: `${OUTLINE_SHARE * 100}%`, aspectRatio: String(SHAPE[documentType]) }}
        />
      </div>
      <p aria-hidden="true" className="flex min-h-6 items-center gap-2 text-15">
        {advice && (
          <>
            <Icon name={isGood ? 'check' : 'info'} className={isGood ? 'text-good' : 'text-ink-2'} />
            {t(failed ? 'onboarding.camera.notTaken' : `onboarding.camera.advice.${advice}`)}
          </>
        )}
      </p>
      <p role="status" className="sr-only">
        {failed ? t('onboarding.camera.notTaken') : spoken && t(`onboarding.camera.advice.${spoken}`)}
      </p>
      <Button size="l" onClick={() => void take()}>
        {t('onboarding.camera.take')}
      </Button>
    </>
  )
}
