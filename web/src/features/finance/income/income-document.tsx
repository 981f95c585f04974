import { UPLOAD_LIMIT_BYTES } from '@hissa/contracts/investment'
import { useState } from 'react'
import { useT } from '../../../i18n/i18n.js'
import { FileInput } from '../../../ui/file-input.js'
import { Field } from '../../../ui/form.js'
import { useStoreIncomeDocumentMutation } from './rent-api.js'
import { useRentRefusal } from './rent.js'

interface IncomeDocumentProps {
  propertyId: string
  error: string | undefined
  /** The hash of the stored document. */
  hash: string
  onHash: (hash: string) => void
  /** Names the document and says what it can be; without it, any document of an entry. */
  of?: { label: string; hint: string; accept: string }
}

/** Uploads the document of an entry, and keeps the hash of what is stored. */
export function IncomeDocument({ propertyId, error, hash, onHash, of }: IncomeDocumentProps) {
  const t = useT()
  const refusal = useRentRefusal()
  const [store, { isLoading }] = useStoreIncomeDocumentMutation()
  const [failed, setFailed] = useState<string>()
  const choose = async (file: File | undefined) => {
    setFailed(undefined)
    onHash('')
    if (!file) return
    if (file.size > UPLOAD_LIMIT_BYTES) return setFailed(t('rent.document.large'))
    const { data, error: refused } = await store({ propertyId, file })
    if (data) onHash(data.document.sha256)
    else setFailed(refusal(refused))
  }
  return (
    <Field
      label={of?.label ?? t('rent.field.document')}
      hint={of?.hint ?? t('rent.field.documentHint')}
      error={failed ?? (isLoading ? undefined : error)}
    >
      {(ids) => (
        <>
          <FileInput
            {...ids}
            accept={of?.accept ?? 'application/pdf,image/jpeg,image/png,image/webp'}
            disabled={isLoading}
            onFile={(file) => void choose(file)}
          />
          <p role="status" className="text-13 text-ink-2">
            {isLoading && t('rent.document.sending')}
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
    </Field>
  )
}
