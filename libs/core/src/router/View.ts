import type { CaipNetworkId } from "@wmodal/protocol"

/** What the modal can show. Each member is one file, one component and one test of that name in a face. */
export type View =
  | { readonly _tag: "Connect" }
  /** Every wallet there is; with no chain passed, says so. */
  | { readonly _tag: "AllWallets" }
  /** The code to scan, with no list beside it; with no chain passed, says so. */
  | { readonly _tag: "ConnectingWalletConnectBasic" }
  | { readonly _tag: "ConnectingExternal"; readonly rowKey: string }
  | { readonly _tag: "Account" }
  | { readonly _tag: "Networks" }
  | { readonly _tag: "SwitchNetwork"; readonly network: CaipNetworkId }
  | { readonly _tag: "UnsupportedChain" }

export type ViewName = View["_tag"]
