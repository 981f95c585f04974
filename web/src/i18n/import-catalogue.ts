import type { Language } from '@hissa/texts'

/** Imports a catalogue by its file. The build puts one import for each file here (`build/catalogues.ts`). */
export const importCatalogue = (language: Language, area: string): Promise<{ default: unknown }> =>
  import(`./${language}/${area}.json`, { with: { type: 'json' } }) as Promise<{ default: unknown }>
