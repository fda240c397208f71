/** What a page of our own puts below the code: the demo's phone. */
export interface Companion {
  readonly text: string
  /** Where `uri` is opened. */
  readonly hrefFor: (uri: string) => string
}

/** Nobody outside of this repository sets it. */
export const companion: { current: Companion | null } = { current: null }
