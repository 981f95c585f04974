import type { Output } from '@hissa/contracts'
import type { ListTickets, Ticket, TicketDetail, TicketMessage, TrailEntry } from '@hissa/contracts/kyc'
import { api } from '../../api/api.js'
import type { DeskPlace } from './desk.js'

export type TicketList = Output<typeof ListTickets>

export interface Decision {
  caseId: string
  decision: 'approve' | 'reject' | 'resubmit'
  reasonCodes: string[]
  note?: string
  version: number
}

/** A second reviewer's verdict on a proposal. */
export interface SecondDecision {
  caseId: string
  verdict: 'approve' | 'reject'
  reason: string
  version: number
}

const ticketsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTickets: build.query<TicketList, DeskPlace & { cursor?: string }>({
      query: ({ view, search, cursor }) => ({
        url: '/kyc/tickets',
        params: { view, limit: 50, ...(search !== undefined && { search }), ...(cursor !== undefined && { cursor }) },
      }),
      providesTags: ['Ticket'],
    }),
    /**
     * Endpoints of the compliance desk. The server audits every read and stores the reason of revealing ones, so
     * nothing is cached longer than it is shown.
     */
    getTicket: build.query<TicketDetail, { caseId: string; revealReason?: string }>({
      query: ({ caseId, revealReason }) => {
        const url = `/kyc/tickets/${encodeURIComponent(caseId)}`
        return revealReason ? { url: `${url}/reveal`, method: 'POST', body: { reason: revealReason } } : { url }
      },
      transformResponse: (body: { ticket: TicketDetail }) => body.ticket,
      providesTags: ['Ticket'],
      keepUnusedDataFor: 0,
    }),
    claimTicket: build.mutation<Ticket, { caseId: string; takeOverReason?: string }>({
      query: ({ caseId, takeOverReason: reason }) => {
        const url = `/kyc/tickets/${encodeURIComponent(caseId)}`
        return reason
          ? { url: `${url}/take-over`, method: 'POST', body: { reason } }
          : { url: `${url}/claim`, method: 'POST', body: {} }
      },
      transformResponse: (body: { ticket: Ticket }) => body.ticket,
      // Refetched also after an error, because a colleague may have been first.
      invalidatesTags: ['Ticket'],
    }),
    claimNext: build.mutation<Ticket | null, void>({
      query: () => ({ url: '/kyc/tickets/next', method: 'POST', body: {} }),
      transformResponse: (body: { ticket: Ticket | null }) => body.ticket,
      invalidatesTags: ['Ticket'],
    }),
    renewClaim: build.mutation<{ until: string }, string>({
      query: (caseId) => ({ url: `/kyc/tickets/${encodeURIComponent(caseId)}/renewal`, method: 'POST', body: {} }),
      // A renewal changes nothing that is shown; without it the claim is gone.
      invalidatesTags: (_, error) => (error ? ['Ticket'] : []),
    }),
    releaseTicket: build.mutation<Ticket, string>({
      query: (caseId) => ({ url: `/kyc/tickets/${encodeURIComponent(caseId)}/release`, method: 'POST', body: {} }),
      transformResponse: (body: { ticket: Ticket }) => body.ticket,
      invalidatesTags: ['Ticket'],
    }),
    previewMessage: build.query<TicketMessage, Pick<Decision, 'decision' | 'reasonCodes'> & { locale: string }>({
      query: (body) => ({ url: '/kyc/tickets/preview', method: 'POST', body }),
    }),
    /** Audited, so it is read only when it is asked for. */
    listTrail: build.query<TrailEntry[], string>({
      query: (caseId) => ({ url: `/kyc/tickets/${encodeURIComponent(caseId)}/trail` }),
      transformResponse: (body: { entries: TrailEntry[] }) => body.entries,
      keepUnusedDataFor: 0,
    }),
  }),
})

/** Decisions: of the reviewer who has claimed a case, and of the second one. */
const decisionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    decideTicket: build.mutation<Ticket, Decision>({
      query: ({ caseId, ...body }) => ({
        url: `/kyc/tickets/${encodeURIComponent(caseId)}/decision`,
        method: 'POST',
        body,
      }),
      transformResponse: (body: { ticket: Ticket }) => body.ticket,
      invalidatesTags: ['Ticket'],
    }),
    decideProposal: build.mutation<Ticket, SecondDecision>({
      query: ({ caseId, ...body }) => ({
        url: `/kyc/tickets/${encodeURIComponent(caseId)}/proposal/decision`,
        method: 'POST',
        body,
      }),
      transformResponse: (body: { ticket: Ticket }) => body.ticket,
      invalidatesTags: ['Ticket'],
    }),
    withdrawProposal: build.mutation<Ticket, string>({
      query: (caseId) => ({
        url: `/kyc/tickets/${encodeURIComponent(caseId)}/proposal/withdrawal`,
        method: 'POST',
        body: {},
      }),
      transformResponse: (body: { ticket: Ticket }) => body.ticket,
      invalidatesTags: ['Ticket'],
    }),
  }),
})

export const {
  useListTicketsQuery,
  useGetTicketQuery,
  useClaimTicketMutation,
  useClaimNextMutation,
  useRenewClaimMutation,
  useReleaseTicketMutation,
  usePreviewMessageQuery,
  useListTrailQuery,
} = ticketsApi
export const { useDecideTicketMutation, useDecideProposalMutation, useWithdrawProposalMutation } = decisionsApi
