import { hasPayments } from "@wmodal/chains"
import { formatBalance } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { loadPart } from "../effects/loadPart.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import type { AccountState, NativeBalance } from "./Account.ts"
import type { AccountDeps, ConnectedAccount, NativeBalances } from "./makeAccount.ts"

export interface AccountReaderDeps
  extends Pick<AccountDeps, "connectors" | "rpcOf" | "balances" | "profileOf" | "tokens"> {
  /** Changes the state while this account is shown. */
  readonly amend: (of: ConnectedAccount, change: Partial<AccountState>) => Effect.Effect<void>
}

/** The part of the account that loads with the first connected one. */
export interface AccountReader {
  /** Reads the balance and the profile. */
  readonly load: (of: ConnectedAccount) => Effect.Effect<void>
  /** Reads the balance again. */
  readonly refresh: (of: ConnectedAccount) => Effect.Effect<void>
  /** Reads the profile again where its cache has none. */
  readonly refreshProfile: (of: ConnectedAccount) => Effect.Effect<void>
}

export const makeAccountReader = (deps: AccountReaderDeps): AccountReader => {
  const { amend, connectors } = deps

  const openChain = ({ namespace, network, known }: ConnectedAccount) =>
    Effect.gen(function* () {
      if (!known)
        return yield* new EngineError({
          reason: { _tag: "UnsupportedChain", network: network.caipNetworkId },
        })
      const module = connectors.loaded(namespace)
      if (module === null)
        return yield* new EngineError({ reason: { _tag: "AdapterNotFound", what: namespace } })
      const rpc = yield* deps.rpcOf(network)
      const actions = yield* loadPart(module.actions)
      if (!hasPayments(actions)) return yield* new EngineError({ reason: { _tag: "NotOffered", namespace } })
      return { actions, rpc }
    })

  const readBalance = (of: ConnectedAccount): Effect.Effect<bigint, Problem> =>
    Effect.flatMap(openChain(of), ({ actions, rpc }) =>
      catchDefects(actions.balance({ address: of.address, network: of.network, rpc })),
    )

  /** Reads the balance of the token that the page shows in place of the native currency. */
  const readToken = (of: ConnectedAccount, token: string): Effect.Effect<NativeBalance, Problem> =>
    Effect.gen(function* () {
      const { actions, rpc } = yield* openChain(of)
      const request = { network: of.network, rpc, token }
      const [known, value] = yield* Effect.all(
        [
          catchDefects(actions.token(request)),
          catchDefects(actions.tokenBalance({ ...request, address: of.address })),
        ],
        { concurrency: "unbounded" },
      )
      if (known === null)
        return yield* new EngineError({
          reason: { _tag: "Unknown", detail: `There is no token at ${token} on ${of.network.name}.` },
        })
      const { decimals, symbol } = known
      return { _tag: "Loaded", value, decimals, symbol, text: formatBalance(value, decimals), stale: false }
    })

  const readNative = (of: ConnectedAccount, how: keyof NativeBalances) =>
    Effect.map(
      deps.balances[how]({ account: of.caipAddress, read: readBalance(of) }),
      ({ value, isStale }): NativeBalance => {
        const { decimals, symbol } = of.network.nativeCurrency
        return {
          _tag: "Loaded",
          value,
          decimals,
          symbol,
          text: formatBalance(value, decimals),
          stale: isStale,
        }
      },
    )

  const showBalance = (of: ConnectedAccount, how: keyof NativeBalances) => {
    const token = deps.tokens?.[of.network.caipNetworkId]
    return (token === undefined ? readNative(of, how) : readToken(of, token.address)).pipe(
      Effect.catch((problem) => Effect.succeed<NativeBalance>({ _tag: "Failed", problem })),
      Effect.flatMap((balance) => amend(of, { balance })),
    )
  }

  const showProfile = (of: ConnectedAccount) =>
    deps
      .profileOf(of.address, of.network)
      .pipe(Effect.flatMap(({ name, image }) => amend(of, { profileName: name, profileImage: image })))

  const load: AccountReader["load"] = (of) =>
    Effect.all([showBalance(of, "get"), showProfile(of)], { concurrency: "unbounded", discard: true })

  return { load, refresh: (of) => showBalance(of, "refetch"), refreshProfile: showProfile }
}
