/** The device on which a link is opened. */
export interface Device {
  readonly os: "ios" | "android" | "mac" | "other"
  /** True for Safari's own engine and name. */
  readonly safari: boolean
  /** True inside Telegram's browser. */
  readonly telegram: boolean
  /** In an iframe of another web page. */
  readonly framed: boolean
}
