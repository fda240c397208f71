/** A link below the QR code, set by the demo: its simulated phone. */
export interface DemoPhoneLink {
  readonly text: string
  /** Returns the address that opens `uri`. */
  readonly hrefFor: (uri: string) => string
}

/** A link next to the request for a mailed code, set by the demo: its inbox. */
export interface DemoInboxLink {
  readonly text: string
  readonly href: string
}

/** The demo's links. Only this repository sets them. */
export const demoLinks: { current: DemoPhoneLink | null; inbox: DemoInboxLink | null } = {
  current: null,
  inbox: null,
}
