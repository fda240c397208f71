import type { Engine, EngineError, WalletRow } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { changesOf, until } from "./until.ts"

/** Returns the form in which wallets are compared: `coinbase` names `Coinbase Wallet`. */
const toKey = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/wallet$/, "")

const isNamed = ({ name, connectors, entry }: WalletRow, wallet: string) =>
  [name, entry?.id, entry?.rdns, ...connectors.map(({ id }) => id)].some(
    (one) => one != null && toKey(one) === toKey(wallet),
  )

/** Opens the modal on a wallet and asks it to connect. One without a row is searched for in the list of all wallets. */
export const openWallet = (
  { connectors, router, ...engine }: Engine,
  wallet: string,
  namespace: Namespace | undefined,
): Effect.Effect<void, EngineError> =>
  Effect.gen(function* () {
    yield* router.open({ _tag: "Connect", ...(namespace !== undefined && { namespace }) })
    yield* until([changesOf(connectors.discovery)], () =>
      SubscriptionRef.getUnsafe(connectors.discovery) === "looking" ? undefined : true,
    )
    const row = SubscriptionRef.getUnsafe(connectors.rows).find((one) => isNamed(one, wallet))
    if (row !== undefined) return yield* connectors.pick(row.key, namespace)
    const wallets = yield* engine.wallets
    yield* wallets.search(wallet.slice(0, 100), false)
    yield* router.push({ _tag: "AllWallets" })
  })
