import type { FrameHost } from "@wmodal/frame-rpc"

/** What stands around the embedded wallet's frame while a person looks at it. */
export interface FrameDress {
  readonly title: string
  /** `null` where there is nothing to go back to. */
  readonly onBack: (() => void) | null
  /** The button, Escape, the overlay and the drag. */
  readonly onClose: () => void
}

/** The embedded wallet's frame on this page. It is loaded once, and stays where it is: a frame that is moved begins anew. */
export interface PageFrame extends FrameHost {
  /** Shows it above everything else. @returns what hides it, and gives the focus back. */
  readonly show: (dress: FrameDress) => () => void
  /** Takes everything of it off the page, for good. */
  readonly remove: () => void
}
