import { cacheTimes, makeKeyedCache } from "@wmodal/api"
import type { WalletAsset } from "@wmodal/chains"
import { Effect } from "effect"
import { surviving } from "../attempt/surviving.ts"
import type { Holder } from "../flows/Holder.ts"
import type { Surroundings } from "../flows/Surroundings.ts"

/** Milliseconds after which a wallet that never asks the person has no answer either. */
const patience = 5_000

/** What wallets themselves say that accounts hold, as they said within the last 30 s; `null` where one does not say. */
export const makeWalletAssets = ({ board }: Pick<Surroundings, "board">) => {
  const ask = ({ account, network, known }: Holder): Effect.Effect<readonly WalletAsset[] | null> =>
    Effect.gen(function* () {
      const connector = board.connectors.get(network.chainNamespace)
      if (connector === undefined || !known) return null
      const calls = yield* connector.calls
      const { assetDiscovery } = yield* calls.capabilities({ account, network })
      return assetDiscovery ? yield* calls.assets({ account, network }) : null
    }).pipe(
      surviving,
      Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(null) }),
      Effect.orElseSucceed(() => null),
    )
  return makeKeyedCache({
    lifetime: cacheTimes.portfolio,
    capacity: 20,
    key: ({ account, network }: Holder) =>
      `${account} ${board.connectors.get(network.chainNamespace)?.id ?? ""}`,
    read: ask,
  })
}
