import type { Property } from '@hissa/contracts/property'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { useGetPropertyQuery, useGetRequirementsQuery } from '../../api/api.js'
import { useGetOrdersQuery } from '../../api/own-api.js'
import type { ApiError } from '../../api/problem.js'
import { useT } from '../../i18n/i18n.js'
import { Button, ButtonLink } from '../../ui/button.js'
import { PageHead } from '../../ui/page-head.js'
import { ErrorState, Loading, Skeleton } from '../../ui/states.js'
import { FlowSteps } from './flow-steps.js'

/**
 * `/investment-flow/:propertyId/:step?amount=`: amount, eligibility, disclosures, review and payment. The amount is in
 * the address and everything else on the server, so that the flow continues on any device.
 */
export default function FlowPage() {
  const t = useT()
  const { propertyId = '' } = useParams()
  const property = useGetPropertyQuery(propertyId)
  const error = property.error as ApiError | undefined
  return (
    <div className="frame pb-24">
      <div className="mx-auto max-w-[720px]">
        {property.data ? (
          <Loaded key={property.data.propertyId} property={property.data} />
        ) : error ? (
          <div className="pt-12">
            <PageHead title={t('invest.title')} private />
            <ErrorState
              level={1}
              title={t(error.status === 404 ? 'invest.notFound' : 'invest.loadError')}
              text={t(error.status === 404 ? 'invest.notFoundText' : 'invest.loadErrorText')}
              reference={error.reference}
              action={
                error.status === 404 ? (
                  <ButtonLink to="/properties">{t('invest.otherProperties')}</ButtonLink>
                ) : (
                  <Button onClick={() => void property.refetch()}>{t('ui.tryAgain')}</Button>
                )
              }
            />
          </div>
        ) : (
          <Waiting retry={() => void property.refetch()} />
        )}
      </div>
    </div>
  )
}

/** Loads what the server knows of the investor's order, then shows the step. */
function Loaded({ property }: { property: Property }) {
  const t = useT()
  const needs = useGetRequirementsQuery(property.propertyId, { refetchOnMountOrArgChange: true })
  const orders = useGetOrdersQuery(undefined, { refetchOnMountOrArgChange: true })
  const retry = () => {
    void needs.refetch()
    void orders.refetch()
  }
  // A response from before this page was opened is ignored, because another page or device may have changed the order.
  const [openedMs] = useState(() => Date.now())
  const isFresh = [needs, orders].every(({ fulfilledTimeStamp = 0 }) => fulfilledTimeStamp >= openedMs)
  if (needs.data && orders.data && isFresh) {
    const order = orders.data.find((one) => one.property.propertyId === property.propertyId)
    return <FlowSteps property={property} needs={needs.data} order={order} />
  }
  const error = (needs.error ?? orders.error) as ApiError | undefined
  if (!error || needs.isFetching || orders.isFetching) return <Waiting retry={retry} />
  return (
    <div className="pt-12">
      <PageHead title={t('invest.title')} private />
      <ErrorState
        level={1}
        title={t('invest.loadError')}
        text={t('invest.loadErrorText')}
        reference={error.reference}
        action={<Button onClick={retry}>{t('ui.tryAgain')}</Button>}
      />
    </div>
  )
}

function Waiting({ retry }: { retry: () => void }) {
  const t = useT()
  return (
    <>
      <PageHead title={t('invest.title')} private />
      <Loading label={t('ui.loading')} onRetry={retry}>
        <Skeleton className="mt-12 h-5 w-40" />
        <Skeleton className="mt-3 h-12 w-2/3" />
        <Skeleton className="mt-8 h-8 w-full" />
        <Skeleton className="mt-8 h-96 w-full" />
      </Loading>
    </>
  )
}
