import type { Network } from "@wmodal/protocol"
import { bitcoin, bitcoinTestnet } from "@wmodal/protocol/networks"

/** The parameters of a Bitcoin network. */
export interface BitcoinNetwork {
  readonly network: Network
  /** The value of `chain` in bitcoind. */
  readonly chain: "main" | "test"
  /** The network name that `parseBitcoinAddress` returns for its addresses. */
  readonly addresses: "mainnet" | "testnet"
  /** Address prefixes: the bech32 text, and the version bytes of the older kinds. */
  readonly prefixes: { readonly bech32: string; readonly pubKeyHash: number; readonly scriptHash: number }
  /** The fields in which genesis blocks differ: time, difficulty bits and nonce. */
  readonly first: { readonly time: number; readonly bits: number; readonly nonce: number }
}

/** Networks by CAIP-2 id, whose reference is the head of the hash of the first block. */
export const bitcoinNetworks: ReadonlyMap<string, BitcoinNetwork> = new Map<string, BitcoinNetwork>([
  [
    bitcoin.caipNetworkId,
    {
      network: bitcoin,
      chain: "main",
      addresses: "mainnet",
      prefixes: { bech32: "bc", pubKeyHash: 0x00, scriptHash: 0x05 },
      first: { time: 1_231_006_505, bits: 0x1d00_ffff, nonce: 2_083_236_893 },
    },
  ],
  [
    bitcoinTestnet.caipNetworkId,
    {
      network: bitcoinTestnet,
      chain: "test",
      addresses: "testnet",
      prefixes: { bech32: "tb", pubKeyHash: 0x6f, scriptHash: 0xc4 },
      first: { time: 1_296_688_602, bits: 0x1d00_ffff, nonce: 414_098_458 },
    },
  ],
])
