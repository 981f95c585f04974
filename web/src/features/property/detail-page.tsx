import { useEffect } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { useGetPropertyQuery } from '../../api/api.js'
import { NETWORK, type ApiError } from '../../api/problem.js'
import { useLocale, useT } from '../../i18n/i18n.js'
import { localePath } from '../../lib/locale.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { PropertyView } from './property-view.js'
import { useRetry } from './use-retry.js'

/** `/properties/:id`: shows the property, a loading state or an error. Any of its ids redirects to its slug. */
export default function DetailPage() {
  const id = (useParams()['id'] ?? '').split(/[?#]/)[0]!
  const { data, error, isFetching, refetch } = useGetPropertyQuery(id, { skip: !id })
  const { retry, again } = useRetry(error as ApiError | undefined, isFetching, () => void refetch())
  const navigate = useNavigate()
  const { search } = useLocation()
  const locale = useLocale()
  useEffect(() => {
    if (data && data.slug !== id)
      void navigate(localePath(`/properties/${data.slug}${search}`, locale), { replace: true })
  }, [data, id, search, locale, navigate])
  if (data) return <PropertyView property={data} />
  if (error && !isFetching && retry === 0) return <DetailFailure id={id} error={error} again={again} />
  return <DetailLoading retry={retry} again={again} />
}

/** Shows the shape of a property while it is loaded. */
export function DetailLoading({ retry, again }: { retry: number; again: () => void }) {
  const t = useT()
  return (
    <div className="frame pt-5">
      <Loading label={t('property.loading')} onRetry={again}>
        <div className="grid gap-12 lg:grid-cols-[1fr_372px]">
          <div className="flex flex-col gap-4">
            <Skeleton className="aspect-[16/9] rounded-m md:aspect-[5/2]" />
            <Skeleton className="h-10 w-2/3" />
            <Skeleton className="h-5 w-1/2" />
          </div>
          <Skeleton className="h-[520px] rounded-m" />
        </div>
      </Loading>
      {retry > 0 && (
        <p role="status" className="mt-4 text-center text-13 text-ink-2">
          {t('ui.retrying', { attempt: retry, of: 2 })}
        </p>
      )}
    </div>
  )
}

/** Explains that a property doesn't exist or could not be loaded. */
export function DetailFailure({ id, error: cause, again }: { id: string; error: unknown; again: () => void }) {
  const t = useT()
  const error = cause as ApiError
  const missing = error.status === 404
  const title = t(missing ? 'property.notFound.title' : 'property.error.title')
  const text = missing
    ? t('property.notFound.text', { id })
    : error.code === NETWORK
      ? t('ui.offline')
      : t('property.error.text', { message: error.detail })
  return (
    <div className="frame pt-6">
      <PageHead title={title} status={missing ? 404 : 503} />
      <ErrorState
        level={1}
        title={title}
        text={text}
        reference={error.reference}
        action={
          <>
            {!missing && <Button onClick={again}>{t('ui.tryAgain')}</Button>}
            <ButtonLink kind="secondary" to="/properties">
              {t('property.back')}
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}
