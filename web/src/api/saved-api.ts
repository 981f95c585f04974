import type { PropertySummary } from '@hissa/contracts/property'
import { api } from './api.js'

/** Endpoints of the properties that the user has saved. */
export const savedApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSaved: build.query<string[], void>({
      query: () => ({ url: '/saved' }),
      transformResponse: (body: { propertyIds: string[] }) => body.propertyIds,
      providesTags: ['Saved'],
    }),
    listSaved: build.query<PropertySummary[], void>({
      query: () => ({ url: '/saved/properties' }),
      transformResponse: (body: { properties: PropertySummary[] }) => body.properties,
      providesTags: ['Saved', 'Property'],
    }),
    /** Shows the change at once, and takes it back if the server refuses it. */
    changeSaved: build.mutation<void, { propertyId: string; isSaved: boolean }>({
      query: ({ propertyId, isSaved }) => ({
        url: `/saved/${encodeURIComponent(propertyId)}${isSaved ? '' : '/remove'}`,
        method: 'POST',
      }),
      onQueryStarted: async ({ propertyId, isSaved }, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          savedApi.util.updateQueryData('getSaved', undefined, (ids) => {
            const others = ids.filter((id) => id !== propertyId)
            return isSaved ? [propertyId, ...others] : others
          }),
        )
        await queryFulfilled.catch(() => patch.undo())
      },
      invalidatesTags: ['Saved'],
    }),
  }),
})

export const { useGetSavedQuery, useListSavedQuery, useChangeSavedMutation } = savedApi
