export {
  contentIn,
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_CODES,
  languageFor,
  LANGUAGES,
  type Language,
  type LanguageFacts,
} from './languages.js'
export { formatCount } from './format-count.js'
export { formatMessage, type Message } from './format-message.js'
