/** A part of a message. `rows` are label and value; a value is a figure or name and keeps its own direction. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'rows'; rows: readonly (readonly [label: string, value: string])[] }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'link'; label: string; url: string }

export interface Email {
  subject: string
  greeting: string
  blocks: readonly Block[]
  /** The link in the footer with which emails like this one are switched off. */
  unsubscribe?: { label: string; url: string } | undefined
  /** Why the reader gets the email, if not because of their account. */
  footer?: string
}
