import type { World } from "../../world/World.ts"

/** An email sent by the site, for tests and the inbox of a demo. */
export interface SentEmail {
  readonly to: string
  readonly subject: string
  /** Six digits. */
  readonly code: string | null
  /** A link to a page of the site. */
  readonly link: string | null
  /** The origin of the page that caused the email; `null` for a terminal. */
  readonly requester: string | null
  /** The text, which names the requester. */
  readonly text: string
  /** UTC milliseconds by the world's own clock. */
  readonly at: number
}

export interface Mailbox {
  readonly send: (mail: Omit<SentEmail, "at">) => void
  /** Sent emails, the newest last; a hundred at most. */
  readonly getEmails: () => readonly SentEmail[]
}

const maxStoredEmails = 100

/** @param changed called after each email */
export const makeMailbox = (world: Pick<World, "now">, changed: () => void): Mailbox => {
  let mails: readonly SentEmail[] = []
  return {
    send: (mail) => {
      mails = [...mails, { ...mail, at: world.now() }].slice(-maxStoredEmails)
      changed()
    },
    getEmails: () => mails,
  }
}
