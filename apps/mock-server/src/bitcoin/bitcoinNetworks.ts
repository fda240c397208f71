import type { Network } from "@wmodal/protocol"
import { bitcoin, bitcoinTestnet } from "@wmodal/protocol/networks"
import { type Network as AddressPrefixes, networks } from "bitcoinjs-lib"

/** A Bitcoin network as its ledger needs it. */
export interface BitcoinNetwork {
  readonly network: Network
  /** `chain` in bitcoind's words. */
  readonly chain: "main" | "test"
  /** What `parseBitcoinAddress` says of an address there. */
  readonly addresses: "mainnet" | "testnet"
  readonly prefixes: AddressPrefixes
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
      prefixes: networks.bitcoin,
      first: { time: 1_231_006_505, bits: 0x1d00_ffff, nonce: 2_083_236_893 },
    },
  ],
  [
    bitcoinTestnet.caipNetworkId,
    {
      network: bitcoinTestnet,
      chain: "test",
      addresses: "testnet",
      prefixes: networks.testnet,
      first: { time: 1_296_688_602, bits: 0x1d00_ffff, nonce: 414_098_458 },
    },
  ],
])
