import type { Namespace } from "@wmodal/protocol"

/**
 * The attributes of the buttons that `@wmodal/modal-web/elements` defines; without that file `<wmodal-button>` and
 * `<wmodal-network-button>` have `label` and `namespace`.
 */
export interface StyledButtonAttributes {
  /** The text without an account. */
  readonly label?: string
  /** The button's chain by its CAIP-2 namespace; by default the one in use. */
  readonly namespace?: Namespace
  /** Whether the balance is shown: by default on `<wmodal-account-button>` only. */
  readonly balance?: "show" | "hide"
  /** `md`, the default, is 44 px high; `sm` is 36 px, with a target of 44 px. */
  readonly size?: "sm" | "md"
  /** As that of a `<button>`. */
  readonly disabled?: boolean | undefined
  /** The text while something is in progress. */
  readonly "loading-label"?: string
  /** The number of the address's first characters, by default 4. A profile name stays whole. */
  readonly "chars-start"?: number | string
  /** The number of the address's last characters, by default 6. */
  readonly "chars-end"?: number | string
}
