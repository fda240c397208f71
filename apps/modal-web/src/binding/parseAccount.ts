import type { CaipAddress, CaipNetworkId } from "@wmodal/protocol"

/** Returns an account's network and its plain address. */
export const parseAccount = (
  account: CaipAddress,
): { readonly network: CaipNetworkId; readonly address: string } => {
  const [namespace = "", reference = "", address = ""] = account.split(":")
  return { network: `${namespace}:${reference}`, address }
}
