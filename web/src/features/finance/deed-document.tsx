import { UPLOAD_LIMIT_BYTES, type DeedVersionView } from '@hissa/contracts/investment'
import { useState } from 'react'
import { api } from '../../api/api.js'
import { isApiError } from '../../api/problem.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { FileInput } from '../../ui/file-input.js'
import { Field as FormField } from '../../ui/form.js'
import { refusalText } from './finance.js'

const TIMEOUT_MS = 120_000

const deedApi = api.injectEndpoints({
  endpoints: (build) => ({
    storeDeed: build.mutation<{ deed: DeedVersionView }, { propertyId: string; file: File }>({
      query: ({ propertyId, file }) => {
        const body = new FormData()
        body.append('file', file)
        const url = `/finance/raises/${encodeURIComponent(propertyId)}/deed`
        return { url, method: 'POST', body, timeoutMs: TIMEOUT_MS }
      },
      invalidatesTags: ['Finance'],
    }),
  }),
})

/** Returns the message for a deed that wasn't stored. */
export function deedError(error: unknown): MessageId {
  const code = isApiError(error) ? error.code : ''
  if (code === 'UPLOAD_TYPE_REFUSED') return 'finance.deed.type'
  if (code === 'UPLOAD_TOO_LARGE') return 'finance.deed.large'
  return ['RESOLUTION_NOT_POSSIBLE', 'CONFLICT_OF_INTEREST'].includes(code) ? refusalText(error) : 'finance.deed.failed'
}

interface DeedDocumentProps {
  propertyId: string
  error: string | undefined
  /** The hash of the stored document. */
  hash: string | undefined
  onHash: (hash: string) => void
}

/** Uploads the chosen deed, and keeps the hash of the stored document, which is the evidence of the proposal. */
export function DeedDocument({ propertyId, error, hash, onHash }: DeedDocumentProps) {
  const t = useT()
  const [storeDeed, { isLoading }] = deedApi.useStoreDeedMutation()
  const [failed, setFailed] = useState<MessageId>()
  const store = async (file: File | undefined) => {
    setFailed(undefined)
    onHash('')
    if (!file) return
    if (file.size > UPLOAD_LIMIT_BYTES) return setFailed('finance.deed.large')
    const { data, error: refused } = await storeDeed({ propertyId, file })
    if (data) onHash(data.deed.sha256)
    else setFailed(deedError(refused))
  }
  return (
    <FormField
      label={t('finance.field.document')}
      hint={t('finance.field.documentHint')}
      error={failed ? t(failed) : isLoading ? undefined : error}
    >
      {(ids) => (
        <>
          <FileInput
            {...ids}
            accept="application/pdf,image/jpeg,image/png,image/webp"
            disabled={isLoading}
            onFile={(file) => void store(file)}
          />
          <p role="status" className="text-13 text-ink-2">
            {isLoading && t('finance.deed.sending')}
          </p>
          {hash && (
            <p className="text-13">
              SHA-256{' '}
              <bdi dir="ltr" className="break-all text-ink">
                {hash}
              </bdi>
            </p>
          )}
        </>
      )}
    </FormField>
  )
}
