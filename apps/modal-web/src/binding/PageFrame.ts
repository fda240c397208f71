import type { FrameHost } from "@wmodal/frame-rpc"

/** What stands around the embedded wallet's frame while a person looks at it. */
export interface ShownFrame {
  readonly title: string
  /** The dialog that it lies above; `null` where the modal is embedded. It goes when that does. */
  readonly above: HTMLDialogElement | null
  /** `null` where there is nothing to go back to. */
  readonly onBack: (() => void) | null
  /** The button, Escape, the overlay and the drag. */
  readonly onClose: () => void
}

/** The embedded wallet's frame on this page. It is loaded once, and stays where it is: a frame that is moved begins anew. */
export interface PageFrame extends FrameHost {
  /** Shows it above everything else. @returns what hides it, and gives the focus back. */
  readonly show: (shown: ShownFrame) => () => void
  /** Puts the theme in use on what stands around it. */
  readonly dress: () => void
}
