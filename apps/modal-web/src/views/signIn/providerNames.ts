import type { SocialProvider } from "@wmodal/core"

/** The providers' own names, the same in every language. */
export const providerNames: Readonly<Record<SocialProvider, string>> = {
  google: "Google",
  x: "X",
  discord: "Discord",
  farcaster: "Farcaster",
  github: "GitHub",
  apple: "Apple",
  facebook: "Facebook",
}
