// Apart from the schemas, so that the web can show these limits without loading them.

/** Longest message of a person, in characters. */
export const LONGEST_MESSAGE = 500
/** Most quick replies of an answer. */
export const MOST_QUICK_REPLIES = 4
/** Longest text that is read aloud at once, in characters. A longer answer is read sentence by sentence. */
export const LONGEST_SPEECH = 500
