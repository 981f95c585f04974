import { useConfig } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { Card, DefinitionList, PageHeader } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { PageHead } from '../../ui/page-head.js'

/** `/version`: the release that runs here, for anyone who reports a problem. */
export default function VersionPage() {
  const t = useT()
  const { version, sandbox } = useConfig()
  return (
    <div className="frame pb-24">
      <PageHead title={t('company.version.title')} private />
      <PageHeader title={t('company.version.title')} lead={t('company.version.lead')} />
      <Card className="max-w-[520px] px-6 py-4">
        <DefinitionList
          facts={[
            { term: t('company.version.release'), value: <bdi dir="ltr">{version}</bdi> },
            { term: t('company.version.use'), value: t(sandbox ? 'company.version.sandbox' : 'company.version.live') },
          ]}
        />
      </Card>
      <p className="pt-6 text-15">
        <TextLink to="/contact" className="inline-flex min-h-11 items-center">
          {t('company.version.report')}
        </TextLink>
      </p>
    </div>
  )
}
