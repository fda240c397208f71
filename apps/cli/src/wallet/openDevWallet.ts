import type { Connector } from "@wmodal/chains"
import { fromBitcoinWallet } from "@wmodal/chains/bitcoin"
import { fromPolkadotWallet } from "@wmodal/chains/polkadot"
import { fromSolanaWallet } from "@wmodal/chains/solana"
import { type Approval, type ApprovalRequest, type DevWallet, makeDevConnector } from "@wmodal/dev-wallet"
import type { Fetch } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { type Keys, makeWatchOnlySigner } from "./Keys.ts"
import { openWallet, origin } from "./openWallet.ts"

/** The wallet of local keys of one chain as the engine uses it. */
export interface OpenDevWallet {
  readonly connector: Connector
  readonly wallet: DevWallet
  /** Returns the granted permissions for the session file. */
  readonly snapshot: () => unknown
}

/** The EVM signer of wallets for other chains, which require one but never use it. */
const placeholderSigner = makeWatchOnlySigner(`0x${"0".repeat(40)}`)

const connectorsOf = { solana: fromSolanaWallet, bip122: fromBitcoinWallet, polkadot: fromPolkadotWallet }

/** Leaves the broadcast to the engine, which records the signed bytes and their hash before they are sent. */
const toSigningOnly = (connector: Connector): Connector => ({
  ...connector,
  calls: Effect.map(connector.calls, (calls) => ({
    ...calls,
    sendTransaction: (sending) =>
      Effect.match(calls.signTransaction(sending), {
        onSuccess: (raw) => ({ _tag: "AwaitingBroadcast", raw }) as const,
        onFailure: (error) => ({ _tag: "NotSent", error }) as const,
      }),
  })),
})

/** Opens the wallet of local keys of one chain. The engine broadcasts what it signs. Each chain's wallet has its own key and permissions. */
export const openDevWallet = Effect.fnUntraced(function* (input: {
  readonly keys: Keys
  /** The name that the user sees. */
  readonly name: string
  readonly settings: Settings
  readonly snapshot: unknown
  readonly smartAccount: boolean
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
}): Effect.fn.Return<OpenDevWallet, never, Fetch | Scope.Scope> {
  const { keys, name, smartAccount, ...rest } = input
  if ("signer" in keys) {
    const wallet = yield* openWallet({ ...rest, signer: keys.signer, features: { smartAccount } })
    const connector = toSigningOnly(makeDevConnector({ wallet, origin, name }))
    return { wallet, connector, snapshot: wallet.snapshot }
  }
  const wallet = yield* openWallet({
    ...rest,
    signer: placeholderSigner,
    sides: [keys.side],
    features: { smartAccount: false, signOnly: true },
  })
  const standard = wallet.standard(origin)
  const connector = connectorsOf[keys.namespace](standard)
  // The id stays that of stored sessions and of the ledger.
  return { wallet, connector: { ...connector, name }, snapshot: wallet.snapshot }
})
