import { makeKeyedCache, staleTimesMs } from "@wmodal/api"
import type { WalletAsset } from "@wmodal/chains"
import { Effect } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { makeWallet } from "../calls/makeWallet.ts"
import type { Holder } from "../flows/Holder.ts"
import type { Surroundings } from "../flows/Surroundings.ts"

/** Milliseconds after which a wallet that never asks the person has no answer either. */
const patience = 5_000

/** What wallets themselves say that accounts hold, as they said within the last 30 s; `null` where one does not say. */
export const makeWalletAssets = (around: Pick<Surroundings, "board" | "networks">) => {
  const { board } = around
  const wallet = makeWallet(around)
  const ask = ({ address, network }: Holder): Effect.Effect<readonly WalletAsset[] | null> =>
    Effect.gen(function* () {
      const shown = yield* wallet.shown
      // What is shown may have changed since somebody wanted to know.
      if (shown?.network.caipNetworkId !== network.caipNetworkId || !shown.account.endsWith(`:${address}`))
        return null
      const { assetDiscovery } = yield* shown.calls.capabilities(shown)
      return assetDiscovery ? yield* shown.calls.assets(shown) : null
    }).pipe(
      surviving,
      Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(null) }),
      Effect.orElseSucceed(() => null),
    )
  return makeKeyedCache({
    staleTimeMs: staleTimesMs.portfolio,
    capacity: 20,
    key: ({ account, network }: Holder) =>
      `${account} ${board.connectors.get(network.chainNamespace)?.id ?? ""}`,
    read: ask,
  })
}
