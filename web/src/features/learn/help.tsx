import { useT } from '../../i18n/i18n.js'
import { askMae } from '../../lib/ask-mae.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { Card } from '../../ui/layout.js'

/** Offers the assistant and a person. */
export function Help() {
  const t = useT()
  return (
    <Card className="flex flex-col gap-4 p-6 md:flex-row md:items-center md:justify-between">
      <div>
        <h2 className="text-22">{t('learn.help.title')}</h2>
        <p className="mt-1 max-w-[60ch] text-15 text-ink-2">{t('learn.help.text')}</p>
      </div>
      <div className="flex shrink-0 flex-wrap gap-3">
        <Button kind="secondary" onClick={askMae}>
          {t('learn.help.mae')}
        </Button>
        <ButtonLink kind="secondary" to="/contact">
          {t('learn.help.person')}
        </ButtonLink>
      </div>
    </Card>
  )
}
