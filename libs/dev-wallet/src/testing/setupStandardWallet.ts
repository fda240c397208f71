import type { StandardAccount, StandardWallet } from "@wmodal/chains/standard"
import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeBitcoinWalletChain, makeTestBitcoinSigner } from "../bitcoin/index.ts"
import type { DevWalletOptions } from "../DevWalletOptions.ts"
import { makeSolanaWalletChain, makeTestSolanaSigner } from "../solana/index.ts"
import { bitcoinStandardNetworks, solanaStandardNetworks } from "../standard/standardNetworks.ts"
import { origin, setupDevWallet } from "./setupDevWallet.ts"

interface SignedMessage {
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

interface MessageInput {
  readonly account: StandardAccount
  readonly message: Uint8Array
}

interface TransactionInput {
  readonly account: StandardAccount
  readonly transaction: Uint8Array
  readonly chain?: string
}

export interface PsbtInput {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: StandardAccount
    readonly signingIndexes: readonly number[]
    readonly sigHash?: string | number
  }[]
  readonly chain?: string
}

type BatchFeature<Input, Output> = (...inputs: readonly Input[]) => Promise<readonly Output[]>
type AccountsResult = Promise<{ readonly accounts: readonly StandardAccount[] }>

/** The features of a dev wallet, with the types of the standards. */
export interface Features {
  readonly "standard:connect": { readonly connect: (input?: { readonly silent?: boolean }) => AccountsResult }
  readonly "standard:disconnect": { readonly disconnect: () => Promise<void> }
  readonly "standard:events": {
    readonly on: (
      event: "change",
      listener: (change: { accounts?: readonly StandardAccount[] }) => void,
    ) => () => void
  }
  readonly "solana:signMessage": { readonly signMessage: BatchFeature<MessageInput, SignedMessage> }
  readonly "solana:signTransaction": {
    readonly signTransaction: BatchFeature<TransactionInput, { readonly signedTransaction: Uint8Array }>
  }
  readonly "solana:signAndSendTransaction": {
    readonly signAndSendTransaction: BatchFeature<TransactionInput, { readonly signature: Uint8Array }>
  }
  readonly "solana:signIn": {
    readonly signIn: BatchFeature<object, SignedMessage & { readonly account: StandardAccount }>
  }
  readonly "bitcoin:connect": {
    readonly connect: (input: { readonly purposes: readonly string[] }) => AccountsResult
  }
  readonly "bitcoin:disconnect": { readonly disconnect: () => Promise<void> }
  readonly "bitcoin:signMessage": { readonly signMessage: BatchFeature<MessageInput, SignedMessage> }
  readonly "bitcoin:signTransaction": {
    readonly signTransaction: BatchFeature<PsbtInput, { readonly signedPsbt: Uint8Array }>
  }
  readonly "bitcoin:signAndSendTransaction": {
    readonly signAndSendTransaction: BatchFeature<PsbtInput, { readonly txId: string }>
  }
}

/** Returns a feature of a dev wallet. Its type follows from its name, in the standard as here. */
export const getFeature = <Name extends keyof Features>(wallet: StandardWallet, name: Name): Features[Name] =>
  // The standard derives a feature's type from its name.
  wallet.features[name] as Features[Name]

/** A node request of the wallet. */
interface NodeCall {
  readonly chain: string
  readonly method: string
  readonly params: readonly unknown[]
}

type NodeAnswer = (method: string, params: readonly unknown[]) => unknown

// Deriving a key takes tens of milliseconds, and every test needs the same ones.
const solanaSigners = [makeTestSolanaSigner(0), makeTestSolanaSigner(1)] as const
const bitcoinSigners = [makeTestBitcoinSigner(0), makeTestBitcoinSigner(1)] as const

/**
 * Sets up a Wallet Standard wallet on `origin`, with two accounts on each chain and a user who approves.
 * @param answer of the nodes; throw an RpcError's reason to fail
 */
export const setupStandardWallet = (
  options: Partial<DevWalletOptions> & { readonly answer?: NodeAnswer } = {},
) => {
  const { answer = () => null, ...rest } = options
  const calls: NodeCall[] = []
  const rpc = ({ chain }: { readonly chain: string }, method: string, params: readonly unknown[]) =>
    Effect.try({
      try: () => {
        calls.push({ chain, method, params })
        return answer(method, params)
      },
      catch: (reason) => new RpcError({ method, host: "node", reason: reason as RpcError["reason"] }),
    })
  const made = setupDevWallet({
    sides: [
      makeSolanaWalletChain({ signers: solanaSigners, networks: solanaStandardNetworks, rpc }),
      makeBitcoinWalletChain({ signers: bitcoinSigners, networks: bitcoinStandardNetworks, rpc }),
    ],
    ...rest,
  })
  const standard = made.wallet.standard(origin)
  return {
    ...made,
    standard,
    nodeCalls: calls,
    /** Connects to Solana and returns the account. */
    solana: async () => {
      const { accounts } = await getFeature(standard, "standard:connect").connect()
      return getAccount(accounts, 0)
    },
    /** Connects to Bitcoin and returns the payment and ordinals accounts on mainnet. */
    bitcoin: async () => {
      const { accounts } = await getFeature(standard, "bitcoin:connect").connect({
        purposes: ["payment", "ordinals"],
      })
      const onMainnet = accounts.filter(({ chains }) => chains.includes("bitcoin:mainnet"))
      return { payment: getAccount(onMainnet, 0), ordinals: getAccount(onMainnet, 1) }
    },
  }
}

const getAccount = (accounts: readonly StandardAccount[], index: number): StandardAccount => {
  const account = accounts[index]
  if (account === undefined) throw new Error("The wallet shared no such account.")
  return account
}
