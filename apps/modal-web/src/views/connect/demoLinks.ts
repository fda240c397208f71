/** What a page of our own puts below the code: the demo's phone. */
export interface DemoPhoneLink {
  readonly text: string
  /** Where `uri` is opened. */
  readonly hrefFor: (uri: string) => string
}

/** What a page of our own puts where a mail is waited for: the demo's inbox. */
export interface DemoInboxLink {
  readonly text: string
  readonly href: string
}

/** Nobody outside of this repository sets them. */
export const demoLinks: { current: DemoPhoneLink | null; inbox: DemoInboxLink | null } = {
  current: null,
  inbox: null,
}
