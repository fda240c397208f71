import type { Device } from "@wmodal/core"

/** The browser traits that identify the device. */
export interface DeviceTraits {
  readonly userAgent: string
  /** `navigator.maxTouchPoints`: an iPad reports itself as a Mac, but has more than one. */
  readonly touchPoints: number
  readonly framed: boolean
  /** Returns true when the page has a global of this name. */
  readonly has: (name: string) => boolean
}

/** Derives the device context from the traits. Pure. */
export const parseDevice = ({ userAgent, touchPoints, framed, has }: DeviceTraits): Device => ({
  os: /android/i.test(userAgent)
    ? "android"
    : /iphone|ipad|ipod/i.test(userAgent)
      ? "ios"
      : /macintosh/i.test(userAgent)
        ? touchPoints > 1
          ? "ios"
          : "mac"
        : "other",
  // Other browsers also claim to be Safari, in addition to "CriOS/", "FxiOS/" or "EdgiOS/".
  safari: /^(?!.*(chrom|android|ios\/)).*safari/i.test(userAgent),
  telegram: ["TelegramWebviewProxy", "Telegram", "TelegramWebviewProxyProto"].some(has),
  framed,
})
