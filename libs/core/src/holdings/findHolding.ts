import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { Token } from "../networks/Token.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { ActiveAccount } from "../services/ActiveAccount.ts"
import type { LoadedChain } from "../services/loadChain.ts"
import { AmbiguousToken } from "./AmbiguousToken.ts"
import type { Holding, HoldingsState } from "./Holdings.ts"
import { toUnverifiedHolding } from "./toHolding.ts"

interface TokenSearch {
  readonly held: Extract<HoldingsState, { readonly _tag: "Held" | "Unavailable" }>
  readonly of: ActiveAccount
  readonly chain: LoadedChain
}

/** Finds by address, on the chain if the token is not held; else by symbol. See `Holdings.find`. */
export const findHolding = (
  text: string,
  { held, of, chain: { actions, asking } }: TokenSearch,
): Effect.Effect<Holding | null, ReadProblem | AmbiguousToken> =>
  Effect.gen(function* () {
    const { network } = of
    const token = actions.address(text)
    if (token !== null) {
      const known = held.holdings.find((holding) => holding.token.address === token)
      if (known !== undefined) return known
      const description = yield* catchDefects(actions.token({ ...asking, token }))
      if (description === null) return null
      const balance = yield* catchDefects(actions.tokenBalance({ ...asking, address: of.address, token }))
      return toUnverifiedHolding(network, token, description, balance)
    }
    const found = yield* findBySymbol(text, held.holdings, network)
    return found === null && held._tag === "Unavailable" ? yield* Effect.fail(held.problem) : found
  })

/** Finds by symbol in any case; `null` if there is none. */
export const findBySymbol = <A extends { readonly token: Token }>(
  text: string,
  all: readonly A[],
  { nativeCurrency }: Pick<Network, "nativeCurrency">,
): Effect.Effect<A | null, AmbiguousToken> => {
  const symbol = text.toLowerCase()
  const named = all.filter(({ token }) => token.symbol.toLowerCase() === symbol)
  // The native currency's symbol is reserved, regardless of a token's own symbol.
  const isNative = nativeCurrency.symbol.toLowerCase() === symbol
  const chosen = isNative ? named.filter(({ token }) => token.address === null) : named
  const [first, ...others] = chosen
  if (first === undefined || others.length === 0) return Effect.succeed(first ?? null)
  const addresses = chosen.flatMap(({ token: { address } }) => address ?? [])
  return Effect.fail(new AmbiguousToken({ symbol: first.token.symbol, addresses }))
}

/** Returns whether both are the same contract on the same network. */
export const isSameToken = (one: Token, other: Token): boolean =>
  one.network === other.network && one.address === other.address
