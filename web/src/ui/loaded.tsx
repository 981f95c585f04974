import type { ReactNode } from 'react'
import { isConnectionLost, type ApiError } from '../api/problem.js'
import { useT, type MessageId } from '../i18n/i18n.js'
import { Button } from './button.js'
import { ErrorState, Loading, Skeleton } from './states.js'

export interface LoadedTexts {
  loading: MessageId
  /** The title and text of an error, and the title if the API answers 404. */
  error: MessageId
  errorText: MessageId
  notFound: MessageId
}

export interface LoadedProps<T> {
  query: { data?: T | undefined; error?: unknown; isFetching: boolean; refetch: () => unknown }
  children: (data: T) => ReactNode
}

/** Shows what a query returned, or that it is loading or failed. */
export function Loaded<T>({
  query: { data, error, isFetching, refetch },
  texts,
  children,
}: LoadedProps<T> & { texts: LoadedTexts }) {
  const t = useT()
  if (data !== undefined) return children(data)
  if (error && !isFetching)
    return (
      <ErrorState
        title={t((error as ApiError).status === 404 ? texts.notFound : texts.error)}
        text={t(isConnectionLost(error) ? 'ui.connectionLost' : texts.errorText)}
        reference={(error as ApiError).reference}
        action={<Button onClick={() => void refetch()}>{t('ui.tryAgain')}</Button>}
      />
    )
  return (
    <Loading label={t(texts.loading)} onRetry={() => void refetch()}>
      <div className="flex flex-col gap-3 pt-2">
        {[0, 1, 2, 3, 4, 5].map((index) => (
          <Skeleton key={index} className="h-10 w-full" />
        ))}
      </div>
    </Loading>
  )
}
