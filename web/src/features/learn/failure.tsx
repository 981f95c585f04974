import { isConnectionLost, type ApiError } from '../../api/problem.js'
import { useT } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState } from '../../ui/states.js'

interface FailureProps {
  error: ApiError
  again: () => void
}

/** Says that a part of the hub could not be loaded. */
export function PartFailure({ error, again }: FailureProps) {
  const t = useT()
  return (
    <div className="pt-10">
      <ErrorState
        title={t('learn.error')}
        text={t(isConnectionLost(error) ? 'ui.offline' : 'learn.errorText')}
        reference={error.reference}
        action={<Button onClick={again}>{t('ui.tryAgain')}</Button>}
      />
    </div>
  )
}

/** Says that a page of the hub does not exist, or that it could not be loaded. */
export function PageFailure({ error, again }: FailureProps) {
  const t = useT()
  // An address that can't be an id is refused as invalid.
  const missing = error.status === 404 || error.status === 400
  const title = t(missing ? 'learn.missing' : 'learn.error')
  const reason = isConnectionLost(error) ? 'ui.offline' : 'learn.errorText'
  return (
    <div className="frame pt-6 pb-24">
      <PageHead title={title} private />
      <ErrorState
        level={1}
        title={title}
        text={t(missing ? 'learn.missingText' : reason)}
        reference={missing ? undefined : error.reference}
        action={
          <>
            {!missing && <Button onClick={again}>{t('ui.tryAgain')}</Button>}
            <ButtonLink kind="secondary" to="/knowledge-avenue">
              {t('learn.back')}
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}
