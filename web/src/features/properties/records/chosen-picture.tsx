import type { PropertyRecord } from '@hissa/contracts/property'
import { useEffect, useRef, useState } from 'react'
import { useServices } from '../../../api/services.js'
import { useT, type MessageId } from '../../../i18n/i18n.js'
import { Button } from '../../../ui/button.js'
import { Progress } from '../../../ui/progress.js'
import { Notice } from '../../../ui/states.js'
import { PictureFields } from './picture-words.js'
import {
  fileFault,
  faultsOf,
  pictureRefusal,
  uploadPicture,
  type CaptionFaults,
  type PictureWords,
} from './pictures.js'

interface ChosenPictureProps {
  propertyId: string
  file: File
  onUploaded: (property: PropertyRecord) => void
  onDiscard: () => void
}

const EMPTY: PictureWords = { kind: 'photo', caption: { en: '', ar: '' } }

/** Renders a chosen file with its preview, asks for its caption, and uploads it. */
export function ChosenPicture({ propertyId, file, onUploaded, onDiscard }: ChosenPictureProps) {
  const t = useT()
  const [words, setWords] = useState(EMPTY)
  const { progress, faults, refusal, send } = useUpload({ propertyId, file, words, onUploaded })
  const unusable = fileFault(file)
  const isSending = progress !== undefined
  return (
    <li className="grid gap-4 rounded-m border border-line-strong bg-surface p-4 md:grid-cols-[160px_minmax(0,1fr)]">
      <Preview file={file} />
      <div className="flex min-w-0 flex-col gap-4">
        <p className="truncate text-13 text-ink-2">
          <bdi>{file.name}</bdi>
        </p>
        {unusable ? (
          <Notice tone="bad">{t(unusable)}</Notice>
        ) : (
          <fieldset disabled={isSending} className="min-w-0">
            <PictureFields words={words} faults={faults} onChange={setWords} />
          </fieldset>
        )}
        <div role="alert">{refusal && <Notice tone="bad">{t(refusal)}</Notice>}</div>
        {isSending && (
          <div className="flex flex-col gap-1.5">
            <Progress label={t('offerings.pictures.progress')} value={Math.round(progress * 100)} max={100} />
            <p role="status" className="text-13 text-ink-2">
              {t(progress < 1 ? 'offerings.pictures.sending' : 'offerings.pictures.encoding')}
            </p>
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          {!unusable && (
            <Button size="s" onClick={() => void send()} busyText={isSending && t('offerings.pictures.sending')}>
              {t('offerings.pictures.upload')}
            </Button>
          )}
          {!isSending && (
            <Button size="s" kind="secondary" onClick={onDiscard}>
              {t('offerings.pictures.leaveOut')}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

interface UploadOptions extends Pick<ChosenPictureProps, 'propertyId' | 'file' | 'onUploaded'> {
  words: PictureWords
}

/** Uploads the file under one key, so that a repeated attempt adds it once. */
function useUpload({ propertyId, file, words, onUploaded }: UploadOptions) {
  const { session } = useServices()
  const key = useRef('')
  const [progress, setProgress] = useState<number>()
  const [faults, setFaults] = useState<CaptionFaults>({})
  const [refusal, setRefusal] = useState<MessageId>()
  const send = async () => {
    const missing = faultsOf(words.caption)
    setFaults(missing)
    setRefusal(undefined)
    if (Object.keys(missing).length > 0) return
    key.current ||= crypto.randomUUID()
    setProgress(0)
    const request = { propertyId, file, ...words, idempotencyKey: key.current, onProgress: setProgress }
    const { property, error } = await uploadPicture(session, request)
    setProgress(undefined)
    if (property) return onUploaded(property)
    setRefusal(pictureRefusal(error))
  }
  return { progress, faults, refusal, send }
}

function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <span className="block aspect-[4/3] w-full overflow-hidden rounded-s border border-line bg-ground">
      {url && <img src={url} alt="" className="size-full object-cover" />}
    </span>
  )
}
