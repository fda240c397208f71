/** A message of the other side that has proven where it comes from. */
export interface Heard {
  /** From outside: nothing of it is decoded. */
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

/** The way to the other side of a frame, and to nobody else. */
export interface FrameLink {
  /** To the exact origin. Throws where nobody is there. */
  readonly post: (message: unknown) => void
  /** @returns what takes the listener off. */
  readonly listen: (listener: (message: Heard) => void) => () => void
}

/** What becomes of a frame by itself. */
export type FrameEvent =
  /** Something else was loaded in it: whoever was there is gone, with all that was asked. */
  | { readonly _tag: "Navigated" }
  /** It could not be loaded. */
  | { readonly _tag: "Failed" }

/** A frame that is there. */
export interface MountedFrame {
  readonly link: FrameLink
  /** @returns what takes the listener off. */
  readonly listen: (listener: (event: FrameEvent) => void) => () => void
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
