import { poll, type PollOptions } from '@hissa/testing-helpers'

export interface CaughtMail {
  ID: string
  Subject: string
  Text: string
  HTML: string
  To: { Address: string }[]
}

const CODE = /^\d{6}$/m

/** Reads the mail catcher through Mailpit's API. */
export function createMailbox(mailUrl: string) {
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${mailUrl}${path}`)
    if (!response.ok) throw new Error(`the mail catcher returned ${response.status}`)
    return (await response.json()) as T
  }
  /** Returns mail to exactly this address, newest first. */
  const list = async (email: string): Promise<CaughtMail[]> => {
    const query = encodeURIComponent(`to:${email}`)
    const { messages } = await get<{ messages: CaughtMail[] }>(`/api/v1/messages?limit=50&query=${query}`)
    const own = messages.filter((mail) => mail.To.some((to) => to.Address.toLowerCase() === email.toLowerCase()))
    return Promise.all(own.map((mail) => get<CaughtMail>(`/api/v1/message/${mail.ID}`)))
  }
  return {
    list,
    /** Waits for mail to the address that `fits`; returns the newest. */
    waitFor: (email: string, fits: (mail: CaughtMail) => boolean, options?: PollOptions): Promise<CaughtMail> =>
      poll(`the mail to ${email}`, async () => (await list(email)).find(fits), options),
    /** Waits for a code in mail to the address, other than `before`; returns the newest, six digits. */
    waitForCode: (email: string, before?: string, options?: PollOptions): Promise<string> =>
      poll(
        `the code for ${email}`,
        async () => {
          const codes = (await list(email)).flatMap((mail) => CODE.exec(mail.Text)?.[0] ?? [])
          return codes.find((code) => code !== before)
        },
        options,
      ),
  }
}
export type Mailbox = ReturnType<typeof createMailbox>
