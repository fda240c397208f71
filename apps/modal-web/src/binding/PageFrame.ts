import type { FrameHost } from "@wmodal/frame-rpc"

/** The chrome around the embedded wallet's frame while it is visible. */
export interface ShownFrame {
  readonly title: string
  /** The dialog below the frame; `null` when the modal is embedded. The frame closes together with it. */
  readonly above: HTMLDialogElement | null
  /** `null` when there is no previous view. */
  readonly onBack: (() => void) | null
  /** Called by the close button, Escape, the overlay and the drag. */
  readonly onClose: () => void
}

/** The embedded wallet's frame on this page. It is loaded once and never moved, because a moved frame reloads. */
export interface PageFrame extends FrameHost {
  /** Shows the frame above everything else. @returns a function that hides it and restores the focus. */
  readonly show: (shown: ShownFrame) => () => void
  /** Applies the current theme to the frame's chrome. */
  readonly dress: () => void
}
