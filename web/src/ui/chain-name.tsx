import { useT } from '../i18n/i18n.js'
import { shortHash } from '../lib/chain.js'
import { cx } from '../lib/cx.js'
import { log } from '../lib/log.js'
import { showToast } from '../lib/toast.js'
import { IconButton } from './button.js'
import { Icon } from './icons.js'
import { Link } from './link.js'

interface ChainNameProps {
  /** The address or hash. */
  name: string
  /** What it is, in the middle of a sentence: "contract address". */
  label: string
  /** A page of the block explorer, which opens in a new tab. */
  href?: string | undefined
  /** A page of the product; used if there is no `href`. */
  to?: string | undefined
  /** Offers to copy the whole of it. */
  canCopy?: boolean
  className?: string
}

const LINK =
  'inline-flex items-center gap-1 underline min-h-8 max-md:min-h-11 max-md:min-w-11 decoration-line-strong decoration-1 underline-offset-3 hover:decoration-ink'

/** The class of a name in a table's cell: on phones its target is taller than its line, which keeps its place. */
export const IN_CELL = 'max-md:-my-2'

/** Shows the ends of an address or hash on the chain, with a link and a button that copies the whole of it. */
export function ChainName({ name, label, href, to, canCopy = false, className }: ChainNameProps) {
  const t = useT()
  const ends = (
    <bdi dir="ltr" title={name}>
      {shortHash(name)}
    </bdi>
  )
  return (
    <span className={cx('inline-flex items-center whitespace-nowrap', className)}>
      {href ? (
        <a href={href} target="_blank" rel="noopener noreferrer" className={LINK}>
          {ends}
          <Icon name="external" size={14} className="text-ink-2" />
          <span className="sr-only">{t('ui.chain.explorer')}</span>
        </a>
      ) : to ? (
        <Link to={to} className={LINK}>
          {ends}
        </Link>
      ) : (
        ends
      )}
      {canCopy && <CopyButton text={name} label={label} />}
    </span>
  )
}

/** Copies a text. If the browser doesn't allow it, a message shows the text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useT()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ kind: 'success', text: t('ui.copied') })
    } catch (error) {
      log('warn', 'The browser did not copy a text', error)
      showToast({ kind: 'error', text: t('ui.notCopied', { text }) })
    }
  }
  return (
    <IconButton
      className="-me-3 shrink-0 md:-me-2 md:size-8"
      label={t('ui.copy', { name: label })}
      onClick={() => void copy()}
    >
      <Icon name="copy" size={16} />
    </IconButton>
  )
}
