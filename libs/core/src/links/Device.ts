/** The device on which a link is opened. */
export interface Device {
  readonly os: "ios" | "android" | "mac" | "other"
  /** Safari's own engine and name. */
  readonly safari: boolean
  /** Inside Telegram's browser. */
  readonly telegram: boolean
  /** In an iframe of another web page. */
  readonly framed: boolean
}
