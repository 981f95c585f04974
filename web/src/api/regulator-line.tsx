import { useT } from '../i18n/i18n.js'
import { useConfig } from './services.js'

/** The configured value of a platform without a regulator; the only value that is translated. */
const DEMONSTRATION = 'Demonstration'

/** Shows who regulates the platform, as configured. A licence keeps the regulator's wording in every language. */
export function RegulatorLine() {
  const t = useT()
  const { regulatorLine } = useConfig()
  return regulatorLine === DEMONSTRATION ? t('shell.regulator.demonstration') : <bdi>{regulatorLine}</bdi>
}
