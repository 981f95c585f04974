import { useConfig } from '../../api/services.js'
import { Text, useT } from '../../i18n/i18n.js'
import { TextLink } from '../../ui/link.js'
import { PlainPage, PlainSection } from './plain-page.js'

/** `/accessibility`: the standard that the site follows, its known limits, and where to report a barrier. */
export default function AccessibilityPage() {
  const t = useT()
  const { contactEmail } = useConfig()
  const mail = (
    <TextLink to={`mailto:${contactEmail}`}>
      <bdi dir="ltr">{contactEmail}</bdi>
    </TextLink>
  )
  return (
    <PlainPage page="accessibility">
      <PlainSection title={t('company.accessibility.report.title')}>
        <Text id="company.accessibility.report.text" components={{ mail }} />
      </PlainSection>
    </PlainPage>
  )
}
