import type { World } from "../../world/World.ts"

/** A mail that the site has sent. It is for tests and for the inbox of a demo. */
export interface SentEmail {
  readonly to: string
  readonly subject: string
  /** Six digits. */
  readonly code: string | null
  /** To a page of the site. */
  readonly link: string | null
  /** UTC milliseconds by the world's own clock. */
  readonly at: number
}

export interface Mailbox {
  readonly send: (mail: Omit<SentEmail, "at">) => void
  /** The newest last; a hundred at most. */
  readonly getEmails: () => readonly SentEmail[]
}

const maxStoredEmails = 100

/** @param changed is told of each mail */
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
