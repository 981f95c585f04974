import type { UploadKind } from '@hissa/contracts/kyc'
import { lazy, Suspense, useRef, useState } from 'react'
import { sendForm } from '../../../api/send-form.js'
import { useT, type MessageId } from '../../../i18n/i18n.js'
import { Notice, Skeleton } from '../../../ui/states.js'
import { ACCEPTED_TYPES, fileFault, uploadError } from '../upload.js'
import type { OpenedLink } from './phone-api.js'

const CameraCapture = lazy(() => import('../camera/camera-capture.js'))

interface SendPictureProps {
  link: OpenedLink
  kind: UploadKind
  onSent: (link: OpenedLink) => void
  onEnded: () => void
}

/** Photographs one page and sends it with the key of this phone. */
export function SendPicture({ link, kind, onSent, onEnded }: SendPictureProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [fault, setFault] = useState<MessageId | null>(null)
  const send = async (file: File | undefined) => {
    if (!file || progress !== null) return
    const wrong = fileFault(file)
    setFault(wrong)
    if (wrong) return
    setProgress(0)
    const body = new FormData()
    body.append('kind', kind)
    body.append('file', file)
    const { uploadKey } = link
    const { data, error } = await sendForm(null, { url: '/kyc/phone/upload', body, uploadKey, onProgress: setProgress })
    setProgress(null)
    if (!error) return onSent({ ...(data as OpenedLink), uploadKey })
    if (error.code === 'PHONE_LINK_ENDED' || error.code === 'PICTURE_NOT_MISSING') return onEnded()
    setFault(uploadError(error))
  }
  return (
    <>
      {fault && <Notice tone="bad">{t(fault)}</Notice>}
      {progress === null ? (
        <Suspense fallback={<Skeleton className="aspect-4/3 w-full" />}>
          <CameraCapture
            documentType={link.documentType}
            kind={kind}
            onPicture={(picture) => void send(picture)}
            onFile={() => input.current?.click()}
          />
        </Suspense>
      ) : (
        <p role="status" className="text-15">
          {t('onboarding.upload.progress', { percent: Math.round(progress * 100) })}
        </p>
      )}
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        accept={ACCEPTED_TYPES.join(',')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          void send(file)
        }}
      />
    </>
  )
}
