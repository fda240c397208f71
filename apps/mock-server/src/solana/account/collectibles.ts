import { createHash } from "node:crypto"
import { getBase58Decoder } from "@solana/kit"
import type { HistoryTransaction } from "@wmodal/api"
import type { Network } from "@wmodal/protocol"
import { getTokenIconUrl } from "../../blockchain/tokenIcon.ts"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { type SolanaCollectible, solanaCollectibles } from "../solanaCollectibles.ts"

/** Makes the history transfer of a collectible, without a quantity: its supply is one. */
export const makeCollectibleTransfer = (
  { isSpam, mint, name, symbol }: SolanaCollectible,
  direction: string,
  origin: string,
): HistoryTransaction["transfers"][number] => {
  const media = { url: getTokenIconUrl(origin, symbol), content_type: null }
  return {
    nft_info: {
      contract_address: mint,
      interface: "MetaplexNFT",
      name,
      content: { preview: media, detail: media },
      flags: { is_spam: isSpam },
    },
    direction,
    quantity: { numeric: "1" },
  }
}

/**
 * Returns history entries for the collectibles that an account owns at genesis. No block contains them, and clients
 * find collectibles in the history. Nodes do not know their signatures.
 */
export const getGenesisEntries = (reader: {
  readonly network: Network
  readonly address: string
  readonly origin: string
}): readonly HistoryTransaction[] => {
  const { address, network, origin } = reader
  return solanaCollectibles
    .filter(({ owner }) => owner === address)
    .map((collectible) => {
      const hash = makeSignature(`${network.caipNetworkId} ${collectible.mint}`)
      return {
        id: `${network.caipNetworkId}/${hash}`,
        metadata: {
          operationType: "mint",
          hash,
          minedAt: new Date(genesisTimestamp * 1000).toISOString(),
          sentFrom: collectible.mint,
          sentTo: address,
          status: "confirmed",
          nonce: 0,
          chain: network.caipNetworkId,
        },
        transfers: [makeCollectibleTransfer(collectible, "in", origin)],
      }
    })
}

const makeSignature = (text: string): string =>
  getBase58Decoder().decode(new Uint8Array(createHash("sha512").update(text).digest()))
