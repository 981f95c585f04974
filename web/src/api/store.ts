import { configureStore } from '@reduxjs/toolkit'
import { api } from './api.js'
import type { ApiEnvironment } from './base-query.js'

/** A store around the API's cache: one in a browser, one per request on the server. `preloaded` is what the server sent. */
export function createStore(environment: ApiEnvironment, preloaded?: unknown) {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: environment }, serializableCheck: false, immutableCheck: false }).concat(
        api.middleware,
      ),
    preloadedState: preloaded as { api: ReturnType<typeof api.reducer> } | undefined,
    devTools: false,
  })
}

export type AppStore = ReturnType<typeof createStore>
