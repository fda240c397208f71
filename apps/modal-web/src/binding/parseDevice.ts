import type { Device } from "@wmodal/core"

/** What is read of a browser to know what it runs on. */
export interface DeviceTraits {
  readonly userAgent: string
  /** Of `navigator`: an iPad calls itself a Mac, but has more than one. */
  readonly touchPoints: number
  readonly framed: boolean
  /** Whether the page has a global of this name. */
  readonly has: (name: string) => boolean
}

/** Pure. */
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
  // Others call themselves Safari too, and "CriOS/", "FxiOS/" or "EdgiOS/" beside it.
  safari: /^(?!.*(chrom|android|ios\/)).*safari/i.test(userAgent),
  telegram: ["TelegramWebviewProxy", "Telegram", "TelegramWebviewProxyProto"].some(has),
  framed,
})
