import { useConfig } from './services.js'
import { Text, type MessageId } from '../i18n/i18n.js'
import { TextLink } from '../ui/link.js'

/** Shows the reason of a rejection. A mention of support links to the mailbox. */
export function RefusalText({ id }: { id: MessageId }) {
  const { contactEmail } = useConfig()
  return <Text id={id} components={{ support: <TextLink to={`mailto:${contactEmail}`} /> }} />
}
