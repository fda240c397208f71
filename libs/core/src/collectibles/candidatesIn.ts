import type { HistoryTransaction } from "@wmodal/api"
import { type Actions, sanitizeLine } from "@wmodal/chains"
import { type Network, truncate } from "@wmodal/protocol"
import { isSpam } from "../activity/movementsOf.ts"
import { safePicture } from "../flows/safePicture.ts"
import type { Collectible } from "./Collectibles.ts"

/** What came to an account in these transactions, newest first, and may still be its. Spam and other chains are left out. */
export const candidatesIn = (
  transactions: readonly HistoryTransaction[],
  { network, address }: { readonly network: Network; readonly address: Actions["address"] },
): readonly Collectible[] =>
  transactions.flatMap(({ metadata: { chain, status }, transfers }) => {
    if (status !== "confirmed" || (chain != null && chain !== network.caipNetworkId)) return []
    return transfers.flatMap((transfer) => {
      const { nft_info, direction } = transfer
      if (nft_info == null || direction !== "in" || isSpam(transfer)) return []
      const { contract_address, token_id, name, content } = nft_info
      const contract = contract_address == null ? null : address(contract_address)
      const tokenId = idIn(network, token_id)
      // Without these nobody can ask the chain whose it is.
      if (contract === null || tokenId === null) return []
      const collectible: Collectible = {
        network: network.caipNetworkId,
        contract,
        tokenId,
        name: sanitizeLine(name ?? "", 64) || (tokenId === "" ? truncate(contract) : `#${tokenId}`),
        image: safePicture(content?.preview?.url) ?? safePicture(content?.detail?.url),
      }
      return [collectible]
    })
  })

/** On Solana each has a contract of its own, and no number. */
const idIn = ({ chainNamespace }: Network, id: string | null | undefined): string | null => {
  if (chainNamespace === "solana") return ""
  return id == null || !/^\d{1,78}$/.test(id) ? null : BigInt(id).toString()
}

/** By what a collectible is known. */
export const keyOf = ({ contract, tokenId }: Pick<Collectible, "contract" | "tokenId">): string =>
  `${contract} ${tokenId}`
