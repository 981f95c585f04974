import { useT } from '../i18n/i18n.js'
import { useConfig } from './services.js'

/** What the configuration says where nobody regulates anything: a word that has a translation. */
const DEMONSTRATION = 'Demonstration'

/** Who regulates the platform, as configured. A licence is written as the regulator writes it, in any language. */
export function RegulatorLine() {
  const t = useT()
  const { regulatorLine } = useConfig()
  return regulatorLine === DEMONSTRATION ? t('shell.regulator.demonstration') : <bdi>{regulatorLine}</bdi>
}
