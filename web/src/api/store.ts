import { configureStore } from '@reduxjs/toolkit'
import { api } from './api.js'
import type { ApiEnvironment } from './base-query.js'

/**
 * Creates the store of the API cache: one per browser, one per request on the server. `preloaded` is the server's
 * state.
 */
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
