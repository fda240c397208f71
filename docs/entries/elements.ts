/**
 * # Elements
 *
 * The package defines them once `createWModal` is called, so they work in every framework and in plain HTML.
 * `import "@wmodal/modal-web/elements"` before it adds `<wmodal-account-button>`, `<wmodal-wallet-button>` and the
 * attributes after `namespace`.
 *
 * Their look is yours by `::part(button)`, `::part(mark)`, `::part(label)` and `::part(balance)`, and what you put into
 * the slots `start` and `end` is shown around the label.
 *
 * @module elements
 */

import "@wmodal/modal-web/react"
import type { JSX } from "react"

export type { WModalButtonElement } from "@wmodal/modal-web"
export type { StyledButtonAttributes } from "@wmodal/modal-web/elements"

/** Each element with its attributes in JSX. */
export interface Elements
  extends Pick<JSX.IntrinsicElements, keyof JSX.IntrinsicElements & `wmodal-${string}`> {}
