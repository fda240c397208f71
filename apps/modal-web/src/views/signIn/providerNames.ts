import type { SocialProvider } from "@wmodal/core"

/** As each calls itself, in every language. */
export const providerNames: Readonly<Record<SocialProvider, string>> = {
  google: "Google",
  x: "X",
  discord: "Discord",
  farcaster: "Farcaster",
  github: "GitHub",
  apple: "Apple",
  facebook: "Facebook",
}
