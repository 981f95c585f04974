import type { DocumentReading } from '@hissa/contracts/kyc'
import { api } from '../../api/api.js'

const readingApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Reads a picture once; later requests return the same lines, compared with the present profile. */
    readDocument: build.query<DocumentReading, { caseId: string; documentId: string }>({
      query: ({ caseId }) => ({ url: '/kyc/read', method: 'POST', body: { caseId } }),
      transformResponse: (body: { reading: DocumentReading }) => body.reading,
      // The lines are personal data, and the server keeps them.
      keepUnusedDataFor: 0,
    }),
  }),
})

export const { useReadDocumentQuery } = readingApi
