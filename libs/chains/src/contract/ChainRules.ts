import type { Network } from "@wmodal/protocol"
import type { AccountDetails } from "./Connector.ts"

/** A payment that is requested from anyone. */
export interface PaymentUriRequest {
  readonly network: Pick<Network, "id">
  /** The recipient: plain and checksummed. */
  readonly address: string
  /** `address` is the plain contract; `null` for the native currency. */
  readonly token: { readonly address: string | null; readonly decimals: number }
  /** Base units of the token. */
  readonly amount: bigint
}

/** The facts and rules of a chain. All are pure: they need no node and no wallet. */
export interface ChainRules {
  /** The native currency of a network that is configured without one. */
  readonly nativeCurrency: { readonly symbol: string; readonly decimals: number }
  /** The placeholder for the native currency's contract in external APIs; `null` if there is none. */
  readonly nativeAddress: string | null
  /**
   * Returns true if the plain contract is the native currency by another name: its balances are the accounts' own, and
   * must not be counted again. Absent on chains without such contracts.
   */
  readonly isNativeContract?: (network: Pick<Network, "id">, address: string) => boolean
  /** True if an issuer of a token may have the right to take it back. Absent on other chains. */
  readonly hasRecallableTokens?: true
  /** The type of an account of which the wallet reports none. */
  readonly accountType: AccountDetails["type"]
  /** True if an account may be a contract with atomic calls. */
  readonly hasSmartAccounts: boolean
  /**
   * Returns the number that identifies a network, so that any network of the chain can be added by its number; `null`
   * if it is not one, and on a chain with a fixed set of networks.
   */
  readonly parseNetworkNumber: (reference: string) => number | null
  /**
   * Returns the SLIP-44 types under which a name stores its address for exactly this network, the best first.
   * Source: SLIP-44, ENSIP-11, ENSIP-19.
   */
  readonly getCoinTypes: (network: Pick<Network, "id">) => readonly number[]
  /** Returns the name of an address's network if it is another than `network`; `null` if it matches. */
  readonly findOtherNetwork: (address: string, network: Pick<Network, "id" | "testnet">) => string | null
  /** True if an address is valid on every network of the chain: a payment on another network is not rejected. */
  readonly sharesAddresses: boolean
  /** Returns the link that requests a payment; `null` if the chain has no such form, or none for this token. */
  readonly toPaymentUri: (request: PaymentUriRequest) => string | null
  /** Returns whether an address has no key: funds that are sent there are lost. */
  readonly isBurnAddress: (address: string) => boolean
  /**
   * True if a transaction spends UTXOs: the account has signed each outgoing transfer in its history, and of two
   * payments with a common UTXO one replaces the other. False if a contract can report a transfer that was not signed.
   */
  readonly spendsUtxos: boolean
  /** False if nodes cannot distinguish collectibles from money. */
  readonly hasCollectibles: boolean
  /**
   * Returns the token id in canonical form, empty if each collectible has its own contract; `null` if it is invalid.
   */
  readonly parseCollectibleId: (id: string | null | undefined) => string | null
  /** True if a payment without a recipient or an amount is one error, `Incomplete`. Source: the AppKit 1.7.2 wire. */
  readonly hasCombinedPaymentForm: boolean
  /** True if wallets sign EIP-712 typed data. */
  readonly signsTypedData: boolean
  /** Returns whether a text has the form of a transaction hash. */
  readonly isTransactionHash: (text: string) => boolean
  /** The read request that returns the number of the newest block. */
  readonly newestBlock: { readonly method: string; readonly params?: readonly string[] }
  /** The read request that tells which network a node serves; `null` if this chain's networks are not checked. */
  readonly identity: {
    readonly method: string
    readonly params?: readonly string[]
    /** Returns the reference of the network's CAIP-2 id; `null` if the response has none. */
    readonly toReference: (answer: unknown) => string | null
  } | null
}
