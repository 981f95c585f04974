import { useT } from '../../i18n/i18n.js'
import { TextLink } from '../../ui/link.js'

/** Explains custody, own wallets, and what happens if a wallet is lost. */
export function AboutWallets() {
  const t = useT()
  const parts = [
    { title: t('wallet.about.custody'), text: t('wallet.about.custodyText') },
    { title: t('wallet.about.own'), text: t('wallet.about.ownText') },
    { title: t('wallet.about.lost'), text: t('wallet.about.lostText'), hasContact: true },
  ]
  return (
    <section>
      <h2 className="mb-3 text-26">{t('wallet.about.title')}</h2>
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-3">
        {parts.map(({ title, text, hasContact }) => (
          <div key={title} className="border-t border-line pt-3">
            <h3 className="text-15 font-medium tracking-normal">{title}</h3>
            <p className="mt-1 text-15 text-ink-2">{text}</p>
            {hasContact && (
              <TextLink to="/contact" className="inline-flex min-h-11 items-center text-15">
                {t('wallet.contact')}
              </TextLink>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}
