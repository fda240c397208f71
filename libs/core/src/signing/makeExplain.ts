import {
  type ChainActions,
  type ChainClient,
  hasPayments,
  type RequestTooLong,
  type ReviewedRequest,
  type SigningActions,
  type WalletRequest,
} from "@wmodal/chains"
import { findOtherSite } from "@wmodal/chains/internal"
import {
  type CaipAddress,
  hasKey,
  isSameAddress,
  type Network,
  normalizeAddress,
  SubscriptionRef,
  toPlainAddress,
} from "@wmodal/protocol"
import { Effect } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import { catchDefects } from "../effects/catchDefects.ts"
import type { Holding, Holdings } from "../holdings/Holdings.ts"
import type { EngineError } from "../problems/EngineError.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { type ChainDeps, loadSigning } from "../services/loadChain.ts"
import { fetchFundsNote } from "./fetchFundsNote.ts"

/** Maximum number of tokens whose balances a simulation checks, as no chain checks more. */
export const maxWatchedTokens = 50

/** The account of the request. The network is a configured one. */
export interface RequestAccount {
  readonly account: CaipAddress
  readonly network: Network
}

/** The account of a request, and how it is judged. */
interface JudgedAccount extends RequestAccount {
  /** True if another may have made the request for itself: every allowance is a warning, whatever its share. */
  readonly warnsOfEveryGrant?: true
}

/**
 * Describes a request: its effects and its dangers. The wallet receives nothing. Fails for a request that is too long to
 * be reviewed.
 */
export type ExplainRequest = (
  asker: JudgedAccount,
  request: WalletRequest,
) => Effect.Effect<ReviewedRequest, EngineError | RequestTooLong>

export interface ExplainDeps extends ChainDeps, Pick<EngineServices, "host"> {
  readonly accounts: Pick<Accounts, "entries">
  readonly holdings: Pick<Holdings, "state">
}

export const makeExplain =
  (deps: ExplainDeps): ExplainRequest =>
  ({ account, network, warnsOfEveryGrant }, request) =>
    Effect.gen(function* () {
      const { actions, asking } = yield* loadSigning(deps, { network, known: true })
      const from = toPlainAddress(account)
      const explain = catchDefects(
        Effect.suspend(() =>
          actions.explain({
            ...asking,
            from,
            own: listOwnAddresses(deps, network),
            request,
            ...(warnsOfEveryGrant === true && { warnsOfEveryGrant }),
            tokens: listHeldTokens(deps, network),
            priceOf: (token) => findPrice(listHoldings(deps), network, token),
            nameOf: (address) => findOwnAccountName(deps, address),
          }),
        ),
      )
      const funds = { actions, asking, from, smart: isSponsored(deps, network, from) }
      const [reviewed, note] = yield* Effect.all([explain, fetchFundsNote(funds, request)], {
        concurrency: "unbounded",
      })
      const trial = yield* describeUnits(reviewed.trial, listHeldTokens(deps, network), { actions, asking })
      const elsewhere = request._tag === "Message" ? findOtherSite(request.message, deps.host) : []
      const dangers = [...reviewed.dangers, ...elsewhere]
      return note === null
        ? { ...reviewed, trial, dangers }
        : { ...reviewed, trial, dangers, notes: [...(reviewed.notes ?? []), note] }
    })

/** Returns whether another account pays the fees of this one. */
const isSponsored = ({ accounts }: ExplainDeps, { chainNamespace }: Network, from: string): boolean =>
  SubscriptionRef.getUnsafe(accounts.entries).some(
    ({ address, namespace, type }) =>
      namespace === chainNamespace && type === "smartAccount" && isSameAddress(address, from),
  )

/** Adds the unit of each changed token that is not in the account's list. What a contract does not say stays unknown. */
const describeUnits = (
  trial: ReviewedRequest["trial"],
  held: readonly string[],
  { actions, asking }: { readonly actions: ChainActions | SigningActions; readonly asking: ChainClient },
): Effect.Effect<ReviewedRequest["trial"]> => {
  if (trial?._tag !== "Simulated" || !hasPayments(actions)) return Effect.succeed(trial)
  const known = new Set(held.map((token) => token.toLowerCase()))
  return Effect.map(
    Effect.forEach(
      trial.changes,
      (change) => {
        const { after, before, token } = change
        return token === null || after === before || known.has(token.toLowerCase())
          ? Effect.succeed(change)
          : catchDefects(Effect.suspend(() => actions.token({ ...asking, token }))).pipe(
              Effect.catch(() => Effect.succeed(null)),
              Effect.map((unit) =>
                unit === null
                  ? change
                  : { ...change, unit: { symbol: unit.symbol, decimals: unit.decimals } },
              ),
            )
      },
      { concurrency: 8 },
    ),
    (changes) => ({ ...trial, changes }),
  )
}

/** Returns the addresses that the wallet shares on this chain. */
const listOwnAddresses = ({ accounts }: ExplainDeps, { chainNamespace }: Network): readonly string[] =>
  SubscriptionRef.getUnsafe(accounts.entries).flatMap(({ address, namespace }) =>
    namespace === chainNamespace ? [address] : [],
  )

const listHoldings = ({ holdings }: Pick<ExplainDeps, "holdings">): readonly Holding[] => {
  const state = SubscriptionRef.getUnsafe(holdings.state)
  return hasKey(state, "holdings") ? state.holdings : []
}

/** Returns the contracts of the account's tokens on this network. */
export const listHeldTokens = (
  { holdings }: Pick<ExplainDeps, "holdings">,
  { caipNetworkId }: Pick<Network, "caipNetworkId">,
): readonly string[] => {
  return listHoldings({ holdings })
    .flatMap(({ token }) =>
      token.address !== null && token.network === caipNetworkId ? [token.address] : [],
    )
    .slice(0, maxWatchedTokens)
}

/** Returns the US dollars of a whole unit of one of these tokens, `null` for the native currency; `null` without a price. */
export const findPrice = (
  known: readonly Pick<Holding, "token" | "price">[],
  { caipNetworkId }: Pick<Network, "caipNetworkId">,
  asset: string | null,
): number | null => {
  const price = known.find(
    ({ token }) => token.network === caipNetworkId && token.address?.toLowerCase() === asset?.toLowerCase(),
  )?.price
  return price == null ? null : Number(price.units) / 10 ** price.decimals
}

/** Returns the name of the user's own account with this address, else `null`: others can set any other name. */
export const findOwnAccountName = (
  { accounts }: Pick<ExplainDeps, "accounts">,
  address: string,
): string | null =>
  SubscriptionRef.getUnsafe(accounts.entries).find(
    (entry) =>
      normalizeAddress(entry.namespace, entry.address) === normalizeAddress(entry.namespace, address),
  )?.name ?? null
