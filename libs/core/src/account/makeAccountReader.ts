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
  extends Pick<AccountDeps, "connectors" | "rpcOf" | "balances" | "profileOf"> {
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

  const readBalance = ({
    namespace,
    address,
    network,
    known,
  }: ConnectedAccount): Effect.Effect<bigint, Problem> =>
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
      return yield* catchDefects(actions.balance({ address, network, rpc }))
    })

  const showBalance = (of: ConnectedAccount, how: keyof NativeBalances) =>
    deps.balances[how]({ account: of.caipAddress, read: readBalance(of) }).pipe(
      Effect.map(({ value, isStale }): NativeBalance => {
        const { decimals, symbol } = of.network.nativeCurrency
        return {
          _tag: "Loaded",
          value,
          decimals,
          symbol,
          text: formatBalance(value, decimals),
          stale: isStale,
        }
      }),
      Effect.catch((problem) => Effect.succeed<NativeBalance>({ _tag: "Failed", problem })),
      Effect.flatMap((balance) => amend(of, { balance })),
    )

  const showProfile = (of: ConnectedAccount) =>
    deps
      .profileOf(of.address, of.network)
      .pipe(Effect.flatMap(({ name, image }) => amend(of, { profileName: name, profileImage: image })))

  const load: AccountReader["load"] = (of) =>
    Effect.all([showBalance(of, "get"), showProfile(of)], { concurrency: "unbounded", discard: true })

  return { load, refresh: (of) => showBalance(of, "refetch"), refreshProfile: showProfile }
}
