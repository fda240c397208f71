import type { Connector } from "@wmodal/chains"
import { fromBitcoinWallet } from "@wmodal/chains/bitcoin"
import { fromSolanaWallet } from "@wmodal/chains/solana"
import { type Approval, type ApprovalRequest, type DevWallet, makeDevConnector } from "@wmodal/dev-wallet"
import type { Fetch } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { type Keys, makeWatchOnlySigner } from "./Keys.ts"
import { openWallet, origin } from "./openWallet.ts"

/** The dev wallet of one chain as the engine uses it. */
export interface OpenDevWallet {
  readonly connector: Connector
  readonly wallet: DevWallet
  /** Returns the granted permissions for the session file. */
  readonly snapshot: () => unknown
}

/** The EVM signer of wallets for other chains, which require one but never use it. */
const placeholderSigner = makeWatchOnlySigner(`0x${"0".repeat(40)}`)

/** Opens the dev wallet of one chain. Each chain's wallet has its own key and permissions. */
export const openDevWallet = Effect.fnUntraced(function* (input: {
  readonly keys: Keys
  readonly settings: Settings
  readonly snapshot: unknown
  readonly smartAccount: boolean
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
}): Effect.fn.Return<OpenDevWallet, never, Fetch | Scope.Scope> {
  const { keys, smartAccount, ...rest } = input
  if (keys.namespace === "eip155") {
    const wallet = yield* openWallet({ ...rest, signer: keys.signer, features: { smartAccount } })
    return { wallet, connector: makeDevConnector({ wallet, origin }), snapshot: wallet.snapshot }
  }
  const wallet = yield* openWallet({
    ...rest,
    signer: placeholderSigner,
    sides: [keys.side],
    // The engine broadcasts: it stores the hash before the transaction is sent.
    features: { smartAccount: false, signOnly: true },
  })
  const standard = wallet.standard(origin)
  const connector = keys.namespace === "solana" ? fromSolanaWallet(standard) : fromBitcoinWallet(standard)
  return { wallet, connector, snapshot: wallet.snapshot }
})
