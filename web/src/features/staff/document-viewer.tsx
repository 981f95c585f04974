import type { TicketDetail, UploadKind } from '@hissa/contracts/kyc'
import { useEffect, useState } from 'react'
import { errorOf } from '../../api/problem.js'
import { useServices } from '../../api/services.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { cx } from '../../lib/cx.js'
import { log } from '../../lib/log.js'
import { Button } from '../../ui/button.js'
import { pictureError, shortId } from './desk.js'
import { DESK_KEYS } from './desk-keys.js'
import { KeyHint } from './keys-dialog.js'

const ZOOM = { min: 1, max: 4, step: 0.5 }

interface DocumentViewerProps {
  caseId: string
  documents: TicketDetail['documents']
  /** The user has claimed the case, so nothing is masked. */
  mine: boolean
  /** A second reviewer can't claim the case and always needs a reason. */
  proposed: boolean
  /** The reason of a user who hasn't claimed the case. */
  reason: string | undefined
  userId: string
  /** Called when a picture is on the screen. */
  onShown: (kind: UploadKind) => void
}

/** Shows a case's pictures one at a time, with zoom and rotation. They exist only while they are shown. */
export function DocumentViewer({ caseId, documents, mine, proposed, reason, userId, onShown }: DocumentViewerProps) {
  const t = useT()
  const [shown, setShown] = useState(0)
  const [zoom, setZoom] = useState(ZOOM.min)
  const [turn, setTurn] = useState(0)
  const [bright, setBright] = useState(false)
  const document = documents[shown]
  const masked = !mine && reason === undefined
  const maskedText = proposed ? 'staff.pictureMaskedSecond' : 'staff.pictureMasked'
  const { url, failed } = useDocumentImage(caseId, masked ? undefined : document?.documentId, mine ? undefined : reason)
  const choose = (index: number) => {
    setShown(index)
    setZoom(ZOOM.min)
    setTurn(0)
    setBright(false)
  }
  if (!document) return <p className="text-ink-2">{t('staff.noDocuments')}</p>
  return (
    <section aria-label={t('staff.documents')} className="flex min-w-0 flex-col gap-2 self-start xl:sticky xl:top-4">
      <div className="flex flex-wrap items-center gap-1">
        {documents.map(({ documentId, kind }, index) => (
          <Button
            key={documentId}
            size="s"
            kind={index === shown ? 'secondary' : 'quiet'}
            aria-pressed={index === shown}
            onClick={() => choose(index)}
          >
            {t(`staff.side.${kind}`)}
          </Button>
        ))}
        {documents.length > 1 && <NextPicture onNext={() => choose((shown + 1) % documents.length)} />}
        <Tools
          zoom={zoom}
          bright={bright}
          onZoom={setZoom}
          onTurn={() => setTurn((turn + 90) % 360)}
          onBrighten={() => setBright(!bright)}
        />
      </div>
      <div className="relative">
        <div
          tabIndex={0}
          role="group"
          aria-label={t('staff.picture')}
          dir="ltr"
          className="h-[420px] overflow-auto rounded-m border border-line bg-sunken xl:h-[560px]"
        >
          {url ? (
            <Picture url={url} kind={document.kind} look={{ zoom, turn, bright }} onShown={onShown} />
          ) : (
            <p role="status" dir="auto" className={cx('p-6 text-center', failed ? 'text-bad' : 'text-ink-2')}>
              {t(masked ? maskedText : (failed ?? 'staff.pictureLoading'))}
            </p>
          )}
        </div>
        {url && <Watermark userId={userId} />}
      </div>
    </section>
  )
}

/** Turns to the next picture by its key; for everyone else each picture has a button. */
function NextPicture({ onNext }: { onNext: () => void }) {
  const t = useT()
  return (
    <button type="button" className="sr-only" tabIndex={-1} aria-keyshortcuts={DESK_KEYS.picture} onClick={onNext}>
      {t('staff.keys.picture')}
    </button>
  )
}

interface PictureProps extends Pick<DocumentViewerProps, 'onShown'> {
  url: string
  kind: UploadKind
  look: { zoom: number; turn: number; bright: boolean }
}

function Picture({ url, kind, look: { zoom, turn, bright }, onShown }: PictureProps) {
  const t = useT()
  const hidden = useHidden()
  return (
    <img
      src={url}
      onLoad={() => onShown(kind)}
      alt={t('staff.pictureOf', { side: t(`staff.side.${kind}`) })}
      className="block h-full origin-top-left object-contain"
      style={{
        inlineSize: `${zoom * 100}%`,
        blockSize: `${zoom * 100}%`,
        rotate: `${turn}deg`,
        transformOrigin: 'center',
        maxInlineSize: 'none',
        filter: [bright && 'brightness(1.5)', hidden && 'blur(24px)'].filter(Boolean).join(' ') || undefined,
      }}
    />
  )
}

/** Marks the picture with who looks at it, so that a photograph of the screen can be traced. Decoration, not text. */
function Watermark({ userId }: { userId: string }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 grid grid-cols-3 content-around justify-items-center overflow-hidden"
    >
      {Array.from({ length: 9 }, (_, index) => (
        <span
          key={index}
          data-mark={shortId(userId)}
          className="-rotate-12 text-13 text-ink opacity-30 before:content-[attr(data-mark)]"
        />
      ))}
    </div>
  )
}

/** Returns whether the page is hidden: then pictures are blurred, also in previews of the window. */
function useHidden(): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    const read = () => setHidden(document.visibilityState === 'hidden')
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [])
  return hidden
}

interface ToolsProps {
  zoom: number
  bright: boolean
  onZoom: (zoom: number) => void
  onTurn: () => void
  onBrighten: () => void
}

function Tools({ zoom, bright, onZoom, onTurn, onBrighten }: ToolsProps) {
  const t = useT()
  return (
    <span className="ms-auto flex flex-wrap items-center gap-1">
      <Button
        size="s"
        kind="quiet"
        aria-label={t('staff.zoomOut')}
        aria-keyshortcuts={DESK_KEYS.zoomOut}
        disabled={zoom <= ZOOM.min}
        onClick={() => onZoom(zoom - ZOOM.step)}
      >
        −
      </Button>
      <bdi className="w-10 text-center text-ink-2" role="status">
        {zoom * 100}%
      </bdi>
      <Button
        size="s"
        kind="quiet"
        aria-label={t('staff.zoomIn')}
        aria-keyshortcuts={DESK_KEYS.zoomIn}
        disabled={zoom >= ZOOM.max}
        onClick={() => onZoom(zoom + ZOOM.step)}
      >
        +
      </Button>
      <Button size="s" kind="quiet" aria-keyshortcuts={DESK_KEYS.turn} onClick={onTurn}>
        {t('staff.rotate')}
        <KeyHint action="turn" />
      </Button>
      <Button
        size="s"
        kind={bright ? 'secondary' : 'quiet'}
        aria-pressed={bright}
        aria-keyshortcuts={DESK_KEYS.brighten}
        onClick={onBrighten}
      >
        {t('staff.brighten')}
        <KeyHint action="brighten" />
      </Button>
    </span>
  )
}

/** Fetches a picture with the user's token and keeps it only while it is shown, in neither store nor cache. */
function useDocumentImage(caseId: string, documentId: string | undefined, reason: string | undefined) {
  const { session } = useServices()
  const [image, setImage] = useState<{ url: string | null; failed: MessageId | null }>({ url: null, failed: null })
  useEffect(() => {
    if (!documentId) return
    const stop = new AbortController()
    let url: string | null = null
    setImage({ url: null, failed: null })
    const fail = (error: unknown) => {
      if (stop.signal.aborted) return
      log('error', 'A document could not be fetched', error)
      setImage({ url: null, failed: pictureError(error) })
    }
    const load = async () => {
      const token = await session?.idToken()
      const path = `/api/kyc/tickets/${encodeURIComponent(caseId)}/documents/${encodeURIComponent(documentId)}`
      const authorization = `Bearer ${token}`
      const init: RequestInit = reason
        ? {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ reason }),
          }
        : { headers: { authorization } }
      const response = await fetch(reason ? `${path}/reveal` : path, {
        ...init,
        cache: 'no-store',
        signal: stop.signal,
      })
      if (!response.ok) return fail(errorOf(response.status, await response.json().catch(() => null)))
      url = URL.createObjectURL(await response.blob())
      if (stop.signal.aborted) URL.revokeObjectURL(url)
      else setImage({ url, failed: null })
    }
    load().catch(fail)
    return () => {
      stop.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [session, caseId, documentId, reason])
  return image
}
