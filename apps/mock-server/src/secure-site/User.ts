/** Providers with a sign-in page of their own. Source: the AppKit 1.7.2 wire. */
export const pageProviders = ["google", "github", "apple", "facebook", "x", "discord"] as const
export type PageProvider = (typeof pageProviders)[number]

/** The sign-in methods of the secure site. */
export const providers = ["email", ...pageProviders, "farcaster"] as const
export type Provider = (typeof providers)[number]

/** A user of a world's secure site. The keys are derived from the world's seed and `id`. */
export interface User {
  /** The same in every run for the same sign-in method and identifier. It survives a change of email. */
  readonly id: string
  /** Lower case; `null` when no email is confirmed. */
  readonly email: string | null
  /** The name at the provider; `null` for a sign-in by email. */
  readonly username: string | null
  readonly provider: Provider
}
