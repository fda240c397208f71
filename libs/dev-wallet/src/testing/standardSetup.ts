import type { StandardAccount, StandardWallet } from "@wmodal/chains/standard"
import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { bitcoinSide, testBitcoinSigner } from "../bitcoin/index.ts"
import type { DevWalletOptions } from "../DevWalletOptions.ts"
import { solanaSide, testSolanaSigner } from "../solana/index.ts"
import { bitcoinStandardNetworks, solanaStandardNetworks } from "../standard/networks.ts"
import { origin, setup } from "./devWalletSetup.ts"

interface Signed {
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

type Many<Input, Output> = (...inputs: readonly Input[]) => Promise<readonly Output[]>
type Accounts = Promise<{ readonly accounts: readonly StandardAccount[] }>

/** The features of a dev wallet, as those who wrote the standards typed them. */
export interface Features {
  readonly "standard:connect": { readonly connect: (input?: { readonly silent?: boolean }) => Accounts }
  readonly "standard:disconnect": { readonly disconnect: () => Promise<void> }
  readonly "standard:events": {
    readonly on: (
      event: "change",
      listener: (change: { accounts?: readonly StandardAccount[] }) => void,
    ) => () => void
  }
  readonly "solana:signMessage": { readonly signMessage: Many<MessageInput, Signed> }
  readonly "solana:signTransaction": {
    readonly signTransaction: Many<TransactionInput, { readonly signedTransaction: Uint8Array }>
  }
  readonly "solana:signAndSendTransaction": {
    readonly signAndSendTransaction: Many<TransactionInput, { readonly signature: Uint8Array }>
  }
  readonly "solana:signIn": { readonly signIn: Many<object, Signed & { readonly account: StandardAccount }> }
  readonly "bitcoin:connect": {
    readonly connect: (input: { readonly purposes: readonly string[] }) => Accounts
  }
  readonly "bitcoin:disconnect": { readonly disconnect: () => Promise<void> }
  readonly "bitcoin:signMessage": { readonly signMessage: Many<MessageInput, Signed> }
  readonly "bitcoin:signTransaction": {
    readonly signTransaction: Many<PsbtInput, { readonly signedPsbt: Uint8Array }>
  }
  readonly "bitcoin:signAndSendTransaction": {
    readonly signAndSendTransaction: Many<PsbtInput, { readonly txId: string }>
  }
}

// What a feature is follows from its name alone, in the standard as here.
/** One feature of a dev wallet. What it is follows from its name alone, in the standard as here. */
export const featureOf = <Name extends keyof Features>(wallet: StandardWallet, name: Name): Features[Name] =>
  // The standard leaves a feature's type to its name.
  wallet.features[name] as Features[Name]

/** One call to a node, as a wallet made it. */
interface Call {
  readonly chain: string
  readonly method: string
  readonly params: readonly unknown[]
}

type Answer = (method: string, params: readonly unknown[]) => unknown

// Deriving a key takes tens of milliseconds, and every test wants the same.
const solanaSigners = [testSolanaSigner(0), testSolanaSigner(1)] as const
const bitcoinSigners = [testBitcoinSigner(0), testBitcoinSigner(1)] as const

/**
 * A wallet with two accounts on each chain, whose person approves, as a Wallet Standard wallet on `origin`.
 * @param answer of the nodes; throw an RpcError's reason to fail
 */
export const standardSetup = (options: Partial<DevWalletOptions> & { readonly answer?: Answer } = {}) => {
  const { answer = () => null, ...rest } = options
  const calls: Call[] = []
  const rpc = ({ chain }: { readonly chain: string }, method: string, params: readonly unknown[]) =>
    Effect.try({
      try: () => {
        calls.push({ chain, method, params })
        return answer(method, params)
      },
      catch: (reason) => new RpcError({ method, host: "node", reason: reason as RpcError["reason"] }),
    })
  const made = setup({
    sides: [
      solanaSide({ signers: solanaSigners, networks: solanaStandardNetworks, rpc }),
      bitcoinSide({ signers: bitcoinSigners, networks: bitcoinStandardNetworks, rpc }),
    ],
    ...rest,
  })
  const standard = made.wallet.standard(origin)
  return {
    ...made,
    standard,
    nodeCalls: calls,
    /** Connected to Solana: the account. */
    solana: async () => {
      const { accounts } = await featureOf(standard, "standard:connect").connect()
      return accountAt(accounts, 0)
    },
    /** Connected to Bitcoin: payment and ordinals on mainnet. */
    bitcoin: async () => {
      const { accounts } = await featureOf(standard, "bitcoin:connect").connect({
        purposes: ["payment", "ordinals"],
      })
      const onMainnet = accounts.filter(({ chains }) => chains.includes("bitcoin:mainnet"))
      return { payment: accountAt(onMainnet, 0), ordinals: accountAt(onMainnet, 1) }
    },
  }
}

const accountAt = (accounts: readonly StandardAccount[], index: number): StandardAccount => {
  const account = accounts[index]
  if (account === undefined) throw new Error("The wallet shared no such account.")
  return account
}
