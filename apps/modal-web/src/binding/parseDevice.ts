import type { DeviceContext } from "./DeviceContext.ts"

/** The browser traits that identify the device. */
export interface DeviceTraits {
  readonly userAgent: string
  /** `navigator.maxTouchPoints`: a Mac has none. */
  readonly touchPoints: number
  /** Whether no pointer of the device is fine or hovers: no mouse, no trackpad. */
  readonly touchAlone: boolean
  readonly framed: boolean
  /** Returns true when the page has a global of this name. */
  readonly has: (name: string) => boolean
}

/** Headsets and televisions run Android, but have no wallet apps. */
const androidAlone = /OculusBrowser|Quest|Pico|\bTV\b|SMART-TV|Tizen|AFT[A-Z]|CrKey/i

/** The browsers inside other apps: the system's web view, and those that name themselves. */
const webView =
  /; wv\)|FBA[NV]|FB_IAB|Instagram|musical_ly|Bytedance|TikTok|MicroMessenger|\bLine\/|Snapchat/i

const findOs = ({ userAgent, touchPoints, touchAlone }: DeviceTraits): DeviceContext["device"]["os"] => {
  const is = (pattern: RegExp) => pattern.test(userAgent)
  if (is(androidAlone) || is(/windows|CrOS/i)) return "other"
  if (is(/iphone|ipad|ipod/i)) return "ios"
  // An iPad, and an iPhone that requests desktop pages, report themselves as a Mac.
  if (is(/macintosh/i)) return touchPoints > 1 ? "ios" : "mac"
  if (is(/android/i)) return "android"
  // Android that requests desktop pages reports itself as Linux, whose computers have a mouse or a trackpad. Samsung's
  // browser does so with a mouse, too: on a screen of its own (DeX).
  return is(/linux/i) && touchPoints > 1 && (touchAlone || is(/SamsungBrowser/)) ? "android" : "other"
}

/** Derives the device context from the traits: the one answer to what device this is. Pure. */
export const parseDevice = (traits: DeviceTraits): DeviceContext => {
  const { userAgent, touchPoints, framed, has } = traits
  const os = findOs(traits)
  const telegram = ["TelegramWebviewProxy", "Telegram", "TelegramWebviewProxyProto"].some(has)
  // Systems that are not known by name say that they are phones.
  const isPhone = /mobile/i.test(userAgent) && !androidAlone.test(userAgent)
  const mobile = os === "ios" || (touchPoints > 0 && (os === "android" || isPhone))
  return {
    mobile,
    device: {
      os,
      tapOnly: mobile && (os === "ios" || telegram || webView.test(userAgent)),
      telegram,
      framed,
    },
  }
}
