import { makeKeyedCache, type Prices, staleTimesMs } from "@wmodal/api"
import type { ChainRules, WalletAsset } from "@wmodal/chains"
import { Clock, type Decimal, type Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeActiveWalletReader, readWallet } from "../activeWallet/activeWallet.ts"
import { catchDefects } from "../effects/catchDefects.ts"
import type { ActiveAccount } from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { toPrice } from "./toHolding.ts"

interface NativePriceQuery {
  readonly network: Network
  readonly rules: Pick<ChainRules, "nativeAddress">
}

/** Requests a price; `null` if there is none. */
export const fetchPrice = (
  prices: Prices,
  query: Parameters<Prices["price"]>[0],
): Effect.Effect<Decimal | null> =>
  catchDefects(prices.price(query)).pipe(
    Effect.map(([first]) => toPrice(first?.price)),
    Effect.orElseSucceed(() => null),
  )

/** Milliseconds that a balance waits for its price. */
const priceTimeoutMs = 3_000

/**
 * Provides prices of native currencies without a listing, cached for 30 s; `null` if unknown. `0x` stands for a token
 * without an address. Source: the AppKit 1.7.2 wire.
 */
export const makeNativePrices = (prices: Prices | null) =>
  makeKeyedCache({
    staleTimeMs: staleTimesMs.portfolio,
    capacity: 20,
    key: ({ network }: NativePriceQuery) => network.caipNetworkId,
    read: ({ network: { caipNetworkId, testnet }, rules }): Effect.Effect<Decimal | null> => {
      if (prices === null || testnet === true) return Effect.succeed(null)
      const token = `${caipNetworkId}:${rules.nativeAddress ?? "0x"}` as const
      return fetchPrice(prices, { network: caipNetworkId, token }).pipe(
        Clock.timeoutOrElse({ duration: priceTimeoutMs, orElse: () => Effect.succeed(null) }),
      )
    },
  })

/** Provides the holdings that wallets report for accounts, cached for 30 s; `null` if a wallet reports none. */
export const makeWalletAssets = (deps: Pick<EngineServices, "board" | "networks">) => {
  const { board } = deps
  const wallet = makeActiveWalletReader(deps)
  const ask = ({ address, network }: ActiveAccount): Effect.Effect<readonly WalletAsset[] | null> =>
    readWallet(
      Effect.gen(function* () {
        const shown = yield* wallet.get
        // The shown account may have changed since the request.
        if (shown?.network.caipNetworkId !== network.caipNetworkId || !shown.account.endsWith(`:${address}`))
          return null
        const { assetDiscovery } = yield* shown.calls.capabilities(shown)
        return assetDiscovery ? yield* shown.calls.assets(shown) : null
      }),
      null,
    )
  return makeKeyedCache({
    staleTimeMs: staleTimesMs.portfolio,
    capacity: 20,
    key: ({ account, network }: ActiveAccount) =>
      `${account} ${board.connectors.get(network.chainNamespace)?.id ?? ""}`,
    read: ask,
  })
}
