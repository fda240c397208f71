import type { Device } from "../links/Device.ts"
import type { Options, SocialProvider } from "../options/Options.ts"

/** The providers whose pages fail inside Telegram's browser. Source: the AppKit 1.7.2 wire. */
const unusableProviders: Readonly<Record<Device["os"], readonly SocialProvider[]>> = {
  ios: ["google"],
  android: ["facebook", "x"],
  mac: ["x"],
  other: [],
}

/** Returns the configured social providers, in display order. Pure. */
export const getOfferedProviders = (
  { socials }: Pick<Options, "socials">,
  { os, telegram }: Pick<Device, "os" | "telegram">,
): readonly SocialProvider[] =>
  telegram ? socials.filter((provider) => !unusableProviders[os].includes(provider)) : socials
