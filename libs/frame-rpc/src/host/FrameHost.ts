/** A message from the other side with a verified origin. */
export interface FrameMessage {
  /** Untrusted and not decoded. */
  readonly data: unknown
  readonly ports: readonly MessagePort[]
}

/** A channel to the other side of a frame only. */
export interface FrameLink {
  /** Posts to the exact origin. Throws when the window is gone. Transferred ports become unusable here. */
  readonly post: (message: unknown, transfer?: readonly MessagePort[]) => void
  /** Returns a function that removes the listener. */
  readonly listen: (listener: (message: FrameMessage) => void) => () => void
  /**
   * Returns the number of messages from another origin or window while a listener was attached. Absent means none.
   */
  readonly foreign?: () => number
}

/** A lifecycle change that the frame reports. */
export type FrameLifecycleEvent =
  /**
   * An unexpected document was loaded: the previous one is gone, with its open requests. The first load after `mount`
   * and after each `reload` is expected and not reported.
   */
  | { readonly _tag: "Navigated" }
  /** The expected document has loaded, possibly without scripts that failed to load. */
  | { readonly _tag: "Loaded" }
  /** The document could not be loaded. */
  | { readonly _tag: "Failed" }

/** The header of the page that keeps out a frame: `Content-Security-Policy` or `Cross-Origin-Embedder-Policy`. */
export type FrameObstacle = "csp" | "coep"

/** A mounted frame. */
export interface MountedFrame {
  readonly link: FrameLink
  /** Returns a function that removes the listener. */
  readonly listen: (listener: (event: FrameLifecycleEvent) => void) => () => void
  /** Returns the header that keeps the frame out, if it is known. Absent means none. */
  readonly obstacle?: () => FrameObstacle | null
  /** Reloads the frame from its first address. */
  readonly reload: () => void
  /** Removes the frame permanently. */
  readonly remove: () => void
}

/** The environment of frames: a web page creates an element, a terminal a message channel. */
export interface FrameHost {
  /** Mounts a frame. The caller can attach listeners before anything loads. Rejects when mounting is impossible. */
  readonly mount: (address: { readonly url: string; readonly origin: string }) => Promise<MountedFrame>
}
