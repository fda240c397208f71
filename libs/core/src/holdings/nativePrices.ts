import { makeKeyedCache, type Prices, staleTimesMs } from "@wmodal/api"
import { type Decimal, type Network, parseDecimal } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { nativeAddress } from "./nativeAddress.ts"

/** Milliseconds that a balance waits for its price. */
const patience = 3_000

/**
 * What networks' own currencies cost where nobody lists them, as somebody said within the last 30 s; `null` where nobody
 * knows. `0x` stands for what has no address at all. Source: the AppKit 1.7.2 wire.
 */
export const makeNativePrices = (prices: Prices | null) =>
  makeKeyedCache({
    staleTimeMs: staleTimesMs.portfolio,
    capacity: 20,
    key: ({ caipNetworkId }: Network) => caipNetworkId,
    read: ({ caipNetworkId, chainNamespace, testnet }): Effect.Effect<Decimal | null> => {
      if (prices === null || testnet === true) return Effect.succeed(null)
      const token = `${caipNetworkId}:${nativeAddress(chainNamespace) ?? "0x"}` as const
      return surviving(prices.price({ network: caipNetworkId, token })).pipe(
        Effect.map(([first]) => {
          const price = first === undefined ? null : parseDecimal(first.price)
          return price !== null && Result.isSuccess(price) && price.success.units > 0n ? price.success : null
        }),
        Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.succeed(null) }),
        Effect.orElseSucceed(() => null),
      )
    },
  })
