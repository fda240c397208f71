/** A message of the other side that has proven where it comes from. */
export interface FrameMessage {
  /** From outside: nothing of it is decoded. */
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

/** The way to the other side of a frame, and to nobody else. */
export interface FrameLink {
  /** To the exact origin. Throws where nobody is there. `transfer` goes along, and can't be used here any more. */
  readonly post: (message: unknown, transfer?: readonly MessagePort[]) => void
  /** @returns what takes the listener off. */
  readonly listen: (listener: (message: FrameMessage) => void) => () => void
  /** How many messages came from elsewhere, by origin or window, while somebody listened. None where it is left out. */
  readonly foreign?: () => number
}

/** What becomes of a frame by itself. */
export type FrameLifecycleEvent =
  /**
   * A document was loaded that was not asked for: whoever was there is gone, with all that was asked. The first load
   * after `mount`, and the first after each `reload`, are asked for and not told.
   */
  | { readonly _tag: "Navigated" }
  /** The document that was asked for has loaded, with its scripts, or without those that could not be. */
  | { readonly _tag: "Loaded" }
  /** It could not be loaded. */
  | { readonly _tag: "Failed" }

/** A frame that is there. */
export interface MountedFrame {
  readonly link: FrameLink
  /** @returns what takes the listener off. */
  readonly listen: (listener: (event: FrameLifecycleEvent) => void) => () => void
  /** Loads it anew, from its first address. */
  readonly reload: () => void
  /** Takes it away, for good. */
  readonly remove: () => void
}

/** Where frames live: a page makes an element, a terminal a message channel. */
export interface FrameHost {
  /** Puts one there. Whoever mounts listens before anything of it is loaded. Rejects where it can't be. */
  readonly mount: (address: { readonly url: string; readonly origin: string }) => Promise<MountedFrame>
}
