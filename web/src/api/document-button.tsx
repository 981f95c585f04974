import { useState, type ReactNode } from 'react'
import { useT } from '../i18n/i18n.js'
import { cx } from '../lib/cx.js'
import { log } from '../lib/log.js'
import { showToast } from '../lib/toast.js'
import type { ApiError } from './problem.js'
import { useServices } from './services.js'

interface DocumentButtonProps {
  /** The path of the document below the origin. */
  path: string
  /** The name of the saved file, without its extension. */
  name: string
  /** What is said if there is no such document yet. */
  missing?: string
  /** What is said if the document is refused, by the code of the error. */
  refused?: Readonly<Record<string, string>>
  className?: string | undefined
  children: ReactNode
}

/** Saves a document that only the user may read as a file. It looks like a link, but needs the user's token. */
export function DocumentButton({ path, name, missing, refused = {}, className, children }: DocumentButtonProps) {
  const t = useT()
  const { session } = useServices()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    const error = await import('./save-document.js')
      .then(({ saveDocument }) => saveDocument(session, path, name))
      .catch((failure: unknown) => failure)
    setBusy(false)
    if (error === null) return
    if (missing && (error as Partial<ApiError>).status === 404) return showToast({ kind: 'info', text: missing })
    const text = refused[(error as Partial<ApiError>).code ?? '']
    if (text) return showToast({ kind: 'error', text })
    log('error', 'A document could not be fetched', error)
    showToast({ kind: 'error', text: t('ui.document.failed') })
  }
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={() => void (busy || save())}
      className={cx(
        'inline-flex min-h-9 items-center text-primary underline decoration-1 underline-offset-3 hover:text-primary-hover max-md:min-h-11',
        className,
      )}
    >
      {busy ? t('ui.document.loading') : children}
    </button>
  )
}
