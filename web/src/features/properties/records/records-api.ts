import type { Output } from '@hissa/contracts'
import type {
  ListRecords,
  OfferingTerms,
  PictureList,
  PropertyDetails,
  PropertyRecord,
  Publication,
} from '@hissa/contracts/property'
import { api } from '../../../api/api.js'

export type RecordList = Output<typeof ListRecords>
interface RecordsQuery {
  q?: string
  state?: string
  cursor?: string
}

const propertyOf = (body: { property: PropertyRecord }) => body.property

const recordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listRecords: build.query<RecordList, RecordsQuery>({
      query: (params) => ({ url: '/property-records', params: { ...params } }),
      providesTags: ['Publication'],
    }),
    getRecord: build.query<PropertyRecord, string>({
      query: (propertyId) => ({ url: `/property-records/${encodeURIComponent(propertyId)}` }),
      transformResponse: propertyOf,
      providesTags: ['Publication'],
    }),
    createProperty: build.mutation<PropertyRecord, { details: PropertyDetails; idempotencyKey: string }>({
      query: ({ details, idempotencyKey }) => ({ url: '/properties', method: 'POST', body: details, idempotencyKey }),
      transformResponse: propertyOf,
      invalidatesTags: (_, error) => (error ? [] : ['Publication']),
    }),
    /** Also refetched after an error, because a colleague may have saved or published it. */
    changeProperty: build.mutation<PropertyRecord, { propertyId: string; version: number; details: PropertyDetails }>({
      query: ({ propertyId, version, details }) => ({
        url: `/properties/${encodeURIComponent(propertyId)}`,
        method: 'PUT',
        body: details,
        ifMatch: version,
      }),
      transformResponse: propertyOf,
      invalidatesTags: ['Publication'],
    }),
    /** Also refetched after an error, because a colleague may have saved or published it. */
    changePictures: build.mutation<PropertyRecord, { propertyId: string; version: number; pictures: PictureList }>({
      query: ({ propertyId, version, pictures }) => ({
        url: `/property-records/${encodeURIComponent(propertyId)}/pictures`,
        method: 'PUT',
        body: { pictures },
        ifMatch: version,
      }),
      transformResponse: propertyOf,
      invalidatesTags: ['Publication'],
    }),
    proposeTerms: build.mutation<Publication, { propertyId: string; terms: OfferingTerms; reason: string }>({
      query: (body) => ({ url: '/publications', method: 'POST', body }),
      transformResponse: (body: { publication: Publication }) => body.publication,
      invalidatesTags: (_, error) => (error ? [] : ['Publication']),
    }),
  }),
})

export const {
  useListRecordsQuery,
  useGetRecordQuery,
  useCreatePropertyMutation,
  useChangePropertyMutation,
  useChangePicturesMutation,
  useProposeTermsMutation,
} = recordsApi
