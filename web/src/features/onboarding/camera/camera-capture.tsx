import type { DocumentType, UploadKind } from '@hissa/contracts/kyc'
import { useEffect, useRef, useState } from 'react'
import { useT } from '../../../i18n/i18n.js'
import { Button } from '../../../ui/button.js'
import { Checkbox } from '../../../ui/form.js'
import { Notice } from '../../../ui/states.js'
import { LiveView } from './live-view.js'
import { useCamera } from './use-camera.js'

export interface CameraCaptureProps {
  documentType: DocumentType
  kind: UploadKind
  /** Takes a picture that the applicant has accepted. */
  onPicture: (picture: File) => void
  /** Opens the choice of a file instead. */
  onFile: () => void
  /** Absent where there is nothing else to return to. */
  onClose?: () => void
}

interface Taken {
  file: File
  url: string
}

/** Shows the camera until a picture is taken, then the picture to accept or to take again, beside the one before. */
export default function CameraCapture({ documentType, kind, onPicture, onFile, onClose }: CameraCaptureProps) {
  const t = useT()
  const { taken, earlier, isLive, add, again } = useTaken()
  const [isAutomatic, setAutomatic] = useState(true)
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [isLive])
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={t('onboarding.camera.title')}
      className="flex flex-col gap-4 rounded-m border border-line-strong bg-surface p-3 md:p-4"
    >
      <p className="text-15 font-medium">{t(`onboarding.upload.${documentType}.${kind}`)}</p>
      {isLive ? (
        <Live documentType={documentType} isAutomatic={isAutomatic} onAutomatic={setAutomatic} onTaken={add} />
      ) : (
        taken && <Choice taken={taken} earlier={earlier} onUse={({ file }) => onPicture(file)} onAgain={again} />
      )}
      <div className="flex flex-wrap gap-3 border-t border-line pt-3 max-md:*:flex-auto">
        <Button kind="secondary" size="s" onClick={onFile}>
          {t('onboarding.camera.file')}
        </Button>
        {onClose && (
          <Button kind="quiet" size="s" onClick={onClose}>
            {t('onboarding.camera.close')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Keeps the picture that was taken last and the one before, and releases their addresses. */
function useTaken() {
  const [taken, setTaken] = useState<Taken | null>(null)
  const [earlier, setEarlier] = useState<Taken | null>(null)
  const [isLive, setLive] = useState(true)
  const urls = useRef<string[]>([])
  useEffect(() => () => urls.current.forEach((url) => URL.revokeObjectURL(url)), [])
  const add = (file: File) => {
    const url = URL.createObjectURL(file)
    urls.current.push(url)
    setEarlier(taken)
    setTaken({ file, url })
    setLive(false)
  }
  return { taken, earlier, isLive, add, again: () => setLive(true) }
}

interface LiveProps {
  documentType: DocumentType
  isAutomatic: boolean
  onAutomatic: (isAutomatic: boolean) => void
  onTaken: (file: File) => void
}

function Live({ documentType, isAutomatic, onAutomatic, onTaken }: LiveProps) {
  const t = useT()
  const camera = useCamera()
  if (camera && 'fault' in camera)
    return (
      <div role="status">
        <Notice tone="warn" title={t(`onboarding.camera.fault.${camera.fault}`)}>
          {t('onboarding.camera.fault.instead')}
        </Notice>
      </div>
    )
  if (!camera)
    return (
      <p
        role="status"
        className="flex aspect-4/3 items-center justify-center rounded-s bg-sunken p-4 text-15 text-ink-2"
      >
        {t('onboarding.camera.starting')}
      </p>
    )
  return (
    <>
      <LiveView {...{ stream: camera.stream, documentType, isAutomatic, onTaken }} />
      <Checkbox
        checked={isAutomatic}
        onChange={(event) => onAutomatic(event.target.checked)}
        label={t('onboarding.camera.automatic')}
      />
    </>
  )
}

interface ChoiceProps {
  taken: Taken
  earlier: Taken | null
  onUse: (taken: Taken) => void
  onAgain: () => void
}

/** Shows the new picture, beside the earlier one if there is one. */
function Choice({ taken, earlier, onUse, onAgain }: ChoiceProps) {
  const t = useT()
  const rows = earlier ? [['earlier', earlier] as const, ['new', taken] as const] : [['taken', taken] as const]
  return (
    <>
      <p role="status" className="text-15 text-ink-2">
        {t(earlier ? 'onboarding.camera.compare' : 'onboarding.camera.check')}
      </p>
      <div className={earlier ? 'grid gap-4 md:grid-cols-2' : undefined}>
        {rows.map(([name, each]) => (
          <figure key={name} className="flex flex-col gap-3">
            <img
              src={each.url}
              alt={t(`onboarding.camera.picture.${name}`)}
              className="aspect-4/3 w-full rounded-s bg-sunken object-contain"
            />
            <Button kind={name === 'earlier' ? 'secondary' : 'primary'} onClick={() => onUse(each)}>
              {t(`onboarding.camera.use.${name}`)}
            </Button>
          </figure>
        ))}
      </div>
      <Button kind="secondary" onClick={onAgain}>
        {t('onboarding.camera.again')}
      </Button>
    </>
  )
}
