import type { Output } from '@hissa/contracts'
import type { AuditedService, AuditFilter, AuditPage, AuditVerification } from '@hissa/contracts/audit'
import type { GetAccount, ListUsers, ReinstatementReason, SuspensionReason } from '@hissa/contracts/identity'
import { api } from '../../api/api.js'

export interface AuditRequest extends AuditFilter {
  service?: AuditedService
  cursor?: string
}

/** What staff do to an account. */
export type AccountStep =
  | { act: 'suspend'; reasonCode: SuspensionReason; reason: string }
  | { act: 'reinstate'; reasonCode: ReinstatementReason; reason: string }
  | { act: 'endSessions'; reason: string }
  | { act: 'note'; text: string }

const PATHS = { suspend: 'suspension', reinstate: 'reinstatement', endSessions: 'sessions/end', note: 'notes' } as const
const accountPath = (userId: string) => `/staff/users/${encodeURIComponent(userId)}`

/** Endpoints about accounts and audit logs. Nothing is kept, because the server audits each read. */
const oversightApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUsers: build.query<Output<typeof ListUsers>, string | undefined>({
      query: (cursor) => ({ url: '/staff/users', params: { cursor } }),
      keepUnusedDataFor: 0,
    }),
    /** Finds a user by an exact address or id. A mutation, so that the address is stored nowhere. */
    searchUsers: build.mutation<Output<typeof ListUsers>, string>({
      query: (query) => ({ url: '/staff/users/search', method: 'POST', body: { query } }),
    }),
    getAccount: build.query<Output<typeof GetAccount>['account'], string>({
      query: (userId) => ({ url: accountPath(userId) }),
      transformResponse: ({ account }: Output<typeof GetAccount>) => account,
      keepUnusedDataFor: 0,
      providesTags: ['StaffUser'],
    }),
    // Reads again also after an error, because a colleague may have acted.
    actOnAccount: build.mutation<unknown, AccountStep & { userId: string }>({
      query: ({ userId, act, ...body }) => ({ url: `${accountPath(userId)}/${PATHS[act]}`, method: 'POST', body }),
      invalidatesTags: ['StaffUser'],
    }),
    listAudit: build.query<AuditPage, AuditRequest>({
      query: (params) => ({ url: '/staff/audit', params: { ...params } }),
      keepUnusedDataFor: 0,
    }),
    /** Verifies a part of a chain. */
    verifyAudit: build.query<AuditVerification, { service: AuditedService; cursor?: string }>({
      query: (params) => ({ url: '/staff/audit/verification', params: { ...params }, timeoutMs: 30_000 }),
      keepUnusedDataFor: 0,
    }),
  }),
})

export const {
  useListUsersQuery,
  useSearchUsersMutation,
  useGetAccountQuery,
  useActOnAccountMutation,
  useListAuditQuery,
  useLazyVerifyAuditQuery,
} = oversightApi
