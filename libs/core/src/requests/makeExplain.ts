import type { Explained, WalletRequest } from "@wmodal/chains"
import type { CaipAddress, Network } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainSurroundings } from "../flows/askChain.ts"
import type { Holdings } from "../holdings/Holdings.ts"
import type { EngineError } from "../problems/EngineError.ts"
import { sameForm } from "../recipients/lookAlike.ts"

/** Tokens whose balances a trial looks at: no chain looks at more. */
const mostTokens = 50

/** Whose request it is. The network is one of the page's. */
export interface Asker {
  readonly account: CaipAddress
  readonly network: Network
}

/** Puts a request into words: what it does, and what speaks against it. Nobody is asked for anything. */
export type Explain = (asker: Asker, request: WalletRequest) => Effect.Effect<Explained, EngineError>

export interface ExplainSurroundings extends ChainSurroundings {
  readonly accounts: Pick<Accounts, "entries">
  readonly holdings: Pick<Holdings, "state">
}

export const makeExplain =
  (around: ExplainSurroundings): Explain =>
  ({ account, network }, request) =>
    Effect.gen(function* () {
      const { actions, asking } = yield* askChain(around, { network, known: true })
      return yield* surviving(
        Effect.suspend(() =>
          actions.explain({
            ...asking,
            from: addressIn(account),
            own: ownOn(around, network),
            request,
            tokens: tokensHeld(around, network),
            nameOf: (address) => nameIn(around, address),
          }),
        ),
      )
    })

/** What the wallet shares on this chain. */
const ownOn = ({ accounts }: ExplainSurroundings, { chainNamespace }: Network): readonly string[] =>
  SubscriptionRef.getUnsafe(accounts.entries).flatMap(({ address, namespace }) =>
    namespace === chainNamespace ? [address] : [],
  )

export const addressIn = (account: CaipAddress): string => account.slice(account.lastIndexOf(":") + 1)

const tokensHeld = ({ holdings }: ExplainSurroundings, { caipNetworkId }: Network): readonly string[] => {
  const state = SubscriptionRef.getUnsafe(holdings.state)
  const held = "holdings" in state ? state.holdings : []
  return held
    .flatMap(({ token }) =>
      token.address !== null && token.network === caipNetworkId ? [token.address] : [],
    )
    .slice(0, mostTokens)
}

/** Only one's own accounts have names here that nobody else could have given them. */
export const nameIn = ({ accounts }: Pick<ExplainSurroundings, "accounts">, address: string): string | null =>
  SubscriptionRef.getUnsafe(accounts.entries).find(
    (entry) => sameForm(entry.namespace, entry.address) === sameForm(entry.namespace, address),
  )?.name ?? null
