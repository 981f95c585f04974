import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { useT } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState } from '../../ui/states.js'

/** Says that a property has no token, or that the token could not be loaded. */
export function TokenFailure({ error, again }: { error: ApiError; again: () => void }) {
  const t = useT()
  const missing = error.status === 404
  const title = t(missing ? 'tokens.missing' : 'tokens.error')
  const reason = isConnectionLost(error) ? 'ui.offline' : 'tokens.errorText'
  return (
    <div className="frame pt-6 pb-24">
      <PageHead title={title} private />
      <ErrorState
        level={1}
        title={title}
        text={t(missing ? 'tokens.missingText' : reason)}
        reference={missing ? undefined : error.reference}
        action={
          <>
            {!missing && <Button onClick={again}>{t('ui.tryAgain')}</Button>}
            <ButtonLink kind="secondary" to="/tokenization">
              {t('tokens.all')}
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}
