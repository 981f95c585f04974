import type { DocumentType, KycStatus, UploadKind } from '@hissa/contracts/kyc'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../api/api.js'
import { useServices } from '../../api/services.js'
import { useLocale, useT, type MessageId } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { formatDateTime } from '../../lib/format.js'
import { Button } from '../../ui/button.js'
import { FieldError } from '../../ui/form.js'
import { Icon } from '../../ui/icons.js'
import { Skeleton } from '../../ui/states.js'
import type { CameraCaptureProps } from './camera/camera-capture.js'
import { useCameraField } from './camera/use-camera-field.js'
import { ACCEPTED_TYPES, fileFault, uploadDocument, uploadError } from './upload.js'

const CameraCapture = lazy(() => import('./camera/camera-capture.js'))

interface UploadFieldProps {
  userId: string
  kind: UploadKind
  documentType: DocumentType
  kyc: KycStatus
  error: string | undefined
}

/** Renders one image: selected, dropped or photographed, previewed, uploaded at once, replaceable at any time. */
export function UploadField({ userId, kind, documentType, kyc, error }: UploadFieldProps) {
  const t = useT()
  const camera = useCameraField(userId, kind)
  const input = useRef<HTMLInputElement>(null)
  const { progress, preview, fault, send } = useUpload(kyc.caseId, kind)
  const [over, setOver] = useState(false)
  const stored = kyc.uploads.find((upload) => upload.kind === kind)
  const message = fault ? t(fault) : error
  const drop = (event: React.DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) void send(file)
  }
  return (
    <div className={cx('flex flex-col gap-1.5', camera.isOpen && 'md:col-span-full')}>
      {camera.isOpen && (
        <CameraOfField
          {...{ documentType, kind }}
          onClose={camera.close}
          onPicture={(picture) => void send(picture)}
          onFile={() => input.current?.click()}
        />
      )}
      <label
        hidden={camera.isOpen}
        htmlFor={`upload-${kind}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          'relative flex min-h-48 cursor-pointer flex-col items-center justify-center gap-2 overflow-hidden rounded-m border border-dashed bg-surface p-4 text-center text-15 transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          over ? 'border-primary bg-primary-soft' : edgeOf(message, stored),
        )}
      >
        <UploadStatus {...{ kind, documentType, preview, progress, stored }} />
        <input
          ref={input}
          id={`upload-${kind}`}
          type="file"
          accept={ACCEPTED_TYPES.join(',')}
          aria-describedby={message ? `upload-${kind}-error` : undefined}
          aria-invalid={message ? true : undefined}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) void send(file)
          }}
          className="sr-only"
        />
      </label>
      <FieldError id={`upload-${kind}-error`} text={message} />
      {!camera.isOpen && (
        <Button
          id={camera.buttonId}
          kind="secondary"
          className="mt-1.5"
          onClick={camera.open}
          disabled={progress !== null}
        >
          {t('onboarding.camera.open')}
        </Button>
      )}
    </div>
  )
}

/** Shows the camera until the applicant has a picture, chooses a file instead or closes it. */
function CameraOfField({ onClose, onPicture, onFile, ...page }: Required<CameraCaptureProps>) {
  return (
    <Suspense fallback={<Skeleton className="aspect-4/3 w-full" />}>
      <CameraCapture
        {...page}
        onClose={onClose}
        onPicture={(picture) => {
          onClose()
          onPicture(picture)
        }}
        onFile={() => {
          onClose()
          onFile()
        }}
      />
    </Suspense>
  )
}

function edgeOf(message: string | undefined, stored: StoredUpload | undefined): string {
  if (message) return 'border-bad'
  return stored ? 'border-solid border-line-strong' : 'border-field hover:border-ink-2'
}

type StoredUpload = KycStatus['uploads'][number]

interface UploadStatusProps {
  kind: UploadKind
  documentType: DocumentType
  preview: string | null
  progress: number | null
  stored: StoredUpload | undefined
}

/** Shows the preview and the progress of the upload. */
function UploadStatus({ kind, documentType, preview, progress, stored }: UploadStatusProps) {
  const t = useT()
  const locale = useLocale()
  return (
    <>
      {preview ? (
        <img src={preview} alt={t('onboarding.upload.preview')} className="max-h-40 rounded-s object-contain" />
      ) : (
        <Icon name={stored ? 'check' : 'upload'} className={stored ? 'text-good' : 'text-ink-2'} />
      )}
      <span className="font-medium">{t(`onboarding.upload.${documentType}.${kind}`)}</span>
      <span className="text-13 text-ink-2" role="status">
        {progress !== null
          ? t('onboarding.upload.progress', { percent: Math.round(progress * 100) })
          : stored
            ? t('onboarding.upload.stored', { time: formatDateTime(stored.uploadedAt, locale) })
            : t('onboarding.upload.hint')}
      </span>
      {stored && progress === null && (
        <span className="text-13 text-primary underline underline-offset-3">{t('onboarding.upload.replace')}</span>
      )}
      {progress !== null && (
        <span aria-hidden="true" className="absolute inset-x-0 bottom-0 h-1 bg-line">
          <span
            className="block h-full bg-primary transition-[inline-size] duration-150"
            style={{ inlineSize: `${progress * 100}%` }}
          />
        </span>
      )}
    </>
  )
}

function useUpload(caseId: string | null, kind: UploadKind) {
  const { session } = useServices()
  const dispatch = useDispatch()
  const [progress, setProgress] = useState<number | null>(null)
  const [preview, setPreview] = useState<string | null>(null)
  const [fault, setFault] = useState<MessageId | null>(null)
  const shown = useRef<string | null>(null)
  const show = (url: string | null) => {
    if (shown.current) URL.revokeObjectURL(shown.current)
    shown.current = url
    setPreview(url)
  }
  useEffect(() => () => void (shown.current && URL.revokeObjectURL(shown.current)), [])
  const send = async (file: File) => {
    if (!caseId || progress !== null) return
    const wrong = fileFault(file)
    setFault(wrong)
    if (wrong) return
    show(URL.createObjectURL(file))
    setProgress(0)
    const error = await uploadDocument(session, { caseId, kind, file, onProgress: setProgress })
    setProgress(null)
    if (error) {
      show(null)
      setFault(uploadError(error))
    }
    dispatch(api.util.invalidateTags(['Kyc']))
  }
  return { progress, preview, fault, send }
}
