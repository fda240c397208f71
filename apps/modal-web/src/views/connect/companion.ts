/** What a page of our own puts below the code: the demo's phone. */
export interface Companion {
  readonly text: string
  /** Where `uri` is opened. */
  readonly hrefFor: (uri: string) => string
}

/** What a page of our own puts where a mail is waited for: the demo's inbox. */
export interface CompanionInbox {
  readonly text: string
  readonly href: string
}

/** Nobody outside of this repository sets them. */
export const companion: { current: Companion | null; inbox: CompanionInbox | null } = {
  current: null,
  inbox: null,
}
