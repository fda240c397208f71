import { type CaipAddress, type CaipNetworkId, toNetworkId, toPlainAddress } from "@wmodal/protocol"

/** Returns an account's network and its plain address. */
export const parseAccount = (
  account: CaipAddress,
): { readonly network: CaipNetworkId; readonly address: string } => ({
  network: toNetworkId(account),
  address: toPlainAddress(account),
})
