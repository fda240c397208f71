/** Those whose own page says who somebody is. Source: the AppKit 1.7.2 wire. */
export const pageProviders = ["google", "github", "apple", "facebook", "x", "discord"] as const
export type PageProvider = (typeof pageProviders)[number]

/** How somebody signs in to the secure site. */
export const providers = ["email", ...pageProviders, "farcaster"] as const
export type Provider = (typeof providers)[number]

/** Somebody who has signed in to a world's secure site. Their keys follow from the world's seed and `id`. */
export interface User {
  /** The same in every run for who signs in the same way; it outlives a change of email. */
  readonly id: string
  /** Lower case; `null` where none has been confirmed. */
  readonly email: string | null
  /** As the provider says; `null` for who signs in by email. */
  readonly username: string | null
  readonly provider: Provider
}
