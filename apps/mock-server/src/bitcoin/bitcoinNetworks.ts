import type { Network } from "@wmodal/protocol"
import { bitcoin, bitcoinTestnet } from "@wmodal/protocol/networks"

/** A Bitcoin network as its ledger needs it. */
export interface BitcoinNetwork {
  readonly network: Network
  /** `chain` in bitcoind's words. */
  readonly chain: "main" | "test"
  /** The network name that `parseBitcoinAddress` returns for its addresses. */
  readonly addresses: "mainnet" | "testnet"
  /** With what an address begins: in words, and as a byte of the older kinds. */
  readonly prefixes: { readonly bech32: string; readonly pubKeyHash: number; readonly scriptHash: number }
  /** The one thing in which first blocks differ: when, how hard and with what luck they were found. */
  readonly first: { readonly time: number; readonly bits: number; readonly nonce: number }
}

/** By CAIP-2 id, whose reference is the head of the hash of the first block. */
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
