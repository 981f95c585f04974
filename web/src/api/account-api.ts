import type { CurrentUser, CurrentUserChange, OpenSession } from '@hissa/contracts/identity'
import { api } from './api.js'

interface AccountChange {
  change: CurrentUserChange
  /** The version that the change is based on. Without it, the last write of a field wins. */
  version?: number | undefined
}

/** Endpoints of the user's own account: profile, settings and sessions. */
export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    getCurrentUser: build.query<CurrentUser, void>({
      query: () => ({ url: '/users/me' }),
      transformResponse: (body: { user: CurrentUser }) => body.user,
      providesTags: ['Account'],
    }),
    changeCurrentUser: build.mutation<CurrentUser, AccountChange>({
      query: ({ change, version }) => ({ url: '/users/me', method: 'PATCH', body: change, ifMatch: version }),
      transformResponse: (body: { user: CurrentUser }) => body.user,
      invalidatesTags: (user) => (user ? ['Profile'] : []),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => undefined)
        if (saved) await dispatch(accountApi.util.upsertQueryData('getCurrentUser', undefined, saved.data))
      },
    }),
    getSessions: build.query<OpenSession[], void>({
      query: () => ({ url: '/users/me/sessions' }),
      transformResponse: (body: { sessions: OpenSession[] }) => body.sessions,
      keepUnusedDataFor: 0,
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<unknown, string>({
      query: (sessionId) => ({ url: `/users/me/sessions/${encodeURIComponent(sessionId)}/end`, method: 'POST' }),
      invalidatesTags: ['Sessions'],
    }),
  }),
})

export const { useGetCurrentUserQuery, useChangeCurrentUserMutation, useGetSessionsQuery, useEndSessionMutation } =
  accountApi
