import type { DeedVersionView } from '@hissa/contracts/investment'
import { DocumentButton } from '../../api/document-button.js'
import { useT } from '../../i18n/i18n.js'
import { When } from '../../ui/when.js'

interface StoredDeedsProps {
  propertyId: string
  /** Oldest first. Without its version and time, a document is shown by its hash only. */
  deeds: readonly (Pick<DeedVersionView, 'sha256'> & Partial<DeedVersionView>)[]
}

/** Lists stored title deeds, newest first, with their hashes, and saves them. The server audits each read. */
export default function StoredDeeds({ propertyId, deeds }: StoredDeedsProps) {
  const t = useT()
  const pathOf = (sha256: string) => `/api/finance/raises/${encodeURIComponent(propertyId)}/deeds/${sha256}`
  return (
    <ul className="flex max-w-80 flex-col gap-3">
      {deeds.toReversed().map(({ version, sha256, storedAt }) => (
        <li key={version ?? sha256} className="flex flex-col items-start">
          {version && storedAt && (
            <span>
              {t('finance.deed.version', { version })} · <When at={storedAt} />
            </span>
          )}
          <bdi dir="ltr" className="break-all">
            {sha256}
          </bdi>
          <DocumentButton path={pathOf(sha256)} name={`title-deed-${sha256.slice(0, 8)}`}>
            {t('finance.deed.save')}
          </DocumentButton>
        </li>
      ))}
    </ul>
  )
}
