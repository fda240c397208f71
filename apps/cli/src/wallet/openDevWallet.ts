import type { Connector } from "@wmodal/chains"
import { fromBitcoinWallet } from "@wmodal/chains/bitcoin"
import { fromSolanaWallet } from "@wmodal/chains/solana"
import { type Approval, type ApprovalRequest, type DevWallet, makeDevConnector } from "@wmodal/dev-wallet"
import type { Fetch } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { type Keys, makeWatchOnlySigner } from "./Keys.ts"
import { openWallet, origin } from "./openWallet.ts"

/** The wallet of one chain, as the engine knows it. */
export interface OpenDevWallet {
  readonly connector: Connector
  readonly wallet: DevWallet
  /** What it has permitted, to be remembered. */
  readonly snapshot: () => unknown
}

/** What a wallet of another chain is made with where it wants an EVM account: nobody asks it for one. */
const placeholderSigner = makeWatchOnlySigner(`0x${"0".repeat(40)}`)

/** The dev wallet of one chain. Each chain's has its own key and remembers its own permissions. */
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
    // The engine sends: it writes the hash down before anything leaves.
    features: { smartAccount: false, signOnly: true },
  })
  const standard = wallet.standard(origin)
  const connector = keys.namespace === "solana" ? fromSolanaWallet(standard) : fromBitcoinWallet(standard)
  return { wallet, connector, snapshot: wallet.snapshot }
})
