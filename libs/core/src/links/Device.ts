/** The device on which a link is opened. */
export interface Device {
  readonly os: "ios" | "android" | "mac" | "other"
  /** True where apps open inside a tap only: browsers of iOS, and web views of other apps. */
  readonly tapOnly: boolean
  /** True inside Telegram's browser. */
  readonly telegram: boolean
  /** In an iframe of another web page. */
  readonly framed: boolean
}
