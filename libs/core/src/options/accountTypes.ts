import { Decoder } from "@wmodal/protocol"

/** The preferred types of account, per namespace with several. */
export interface DefaultAccountTypes {
  /** Of the embedded wallet. */
  readonly eip155: "eoa" | "smartAccount"
  /** Of a wallet that shares addresses of both types: `ordinal` holds inscriptions, which payments can lose. */
  readonly bip122: "payment" | "ordinal"
}

export const defaultAccountTypes: DefaultAccountTypes = { eip155: "smartAccount", bip122: "payment" }

export const accountTypeFields = {
  eip155: Decoder.choice(["eoa", "smartAccount"]),
  bip122: Decoder.choice(["payment", "ordinal"]),
}

export const getEmbeddedAccountType = (types: DefaultAccountTypes): DefaultAccountTypes["eip155"] =>
  types.eip155
