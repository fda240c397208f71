import { walletConnectId } from "@wmodal/chains/walletconnect"
import { EngineError, type Problem, type WalletRow } from "@wmodal/core"
import type {
  ActivityRow,
  ActivityState,
  Flows,
  Holding,
  HoldingsState,
  Names,
  Sessions,
  SpendingAllowance,
  SpendingSession,
} from "@wmodal/core/flows"
import { type Decimal, formatAmount, hasKey, type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect } from "effect"
import { toWModalAccount } from "../binding/toWModalAccount.ts"
import type { WModalResult } from "../page/HostMethods.ts"
import type {
  HostValues,
  WModalActivity,
  WModalAllowance,
  WModalNames,
  WModalSpendingSession,
  WModalSpendingSessions,
  WModalToken,
  WModalTokens,
  WModalTransaction,
  WModalWallet,
} from "../page/HostValues.ts"
import type { WModalAccount } from "../page/WModal.ts"
import { answer } from "./answer.ts"
import { purchase, receive } from "./fundingValues.ts"
import type { HostDeps } from "./HostDeps.ts"
import { openWallet } from "./openWallet.ts"
import { proposeName } from "./proposeOperation.ts"
import type { Source } from "./Source.ts"
import { changesOf } from "./until.ts"

const toText = (decimal: Decimal | null) => decimal && formatAmount(decimal.units, decimal.decimals)

const toToken = ({ token, balance, price, value }: Holding): WModalToken => ({
  ...token,
  balance,
  formatted: formatAmount(balance, token.decimals),
  price: toText(price),
  value: toText(value),
})

const toTokens = (state: HoldingsState): Omit<WModalTokens, "refresh"> => {
  const tokens = hasKey(state, "holdings") ? state.holdings.map(toToken) : []
  switch (state._tag) {
    case "Disconnected":
      return { status: "disconnected", tokens, complete: false, total: null }
    case "Loading":
      return { status: "loading", tokens, complete: false, total: null }
    case "Held":
      return {
        status: state.stale ? "stale" : "loaded",
        tokens,
        complete: state.unsupported !== true,
        total: toText(state.total),
      }
    case "Unavailable":
      return { status: "failed", tokens, complete: false, total: null }
  }
}

const tokens = ({ run }: HostDeps, { holdings }: Flows): Source<WModalTokens> => {
  const refresh = () => run(holdings.refresh)
  refresh()
  return {
    sources: [changesOf(holdings.state)],
    read: () => ({ ...toTokens(SubscriptionRef.getUnsafe(holdings.state)), refresh }),
  }
}

const toTransaction = ({ key, at, movements, ...row }: ActivityRow): WModalTransaction => ({
  id: key,
  network: row.network,
  hash: row.hash,
  status: row.status,
  operation: row.operation,
  timestamp: at,
  counterparty: row.counterparty,
  movements: movements.map(({ amount, direction, symbol, text }) => ({
    text,
    direction,
    symbol,
    value: amount?.units ?? null,
    decimals: amount?.decimals ?? null,
  })),
  explorerUrl: row.explorerUrl,
})

const toActivity = (state: ActivityState): Omit<WModalActivity, "loadMore" | "refresh"> => {
  switch (state._tag) {
    case "Disconnected":
      return { status: "disconnected", transactions: [], complete: false, more: "none" }
    case "Loading":
      return { status: "loading", transactions: [], complete: false, more: "none" }
    case "Failed":
      return {
        status: "failed",
        transactions: state.pending.map(toTransaction),
        complete: false,
        more: "none",
      }
    case "Loaded": {
      const { months, more, pending, unsupported } = state
      const rows = [...pending, ...months.flatMap((month) => month.rows)]
      const complete = more === "none" && unsupported !== true
      return { status: "loaded", transactions: rows.map(toTransaction), complete, more }
    }
  }
}

const activity = ({ run }: HostDeps, flows: Flows): Source<WModalActivity> => {
  run(flows.activity.load)
  const actions = { loadMore: () => run(flows.activity.more), refresh: () => run(flows.activity.retry) }
  return {
    sources: [changesOf(flows.activity.state)],
    read: () => ({ ...toActivity(SubscriptionRef.getUnsafe(flows.activity.state)), ...actions }),
  }
}

const toAllowance = ({ _tag, ...allowance }: SpendingAllowance): WModalAllowance =>
  hasKey(allowance, "type") ? { kind: "unknown", ...allowance } : { kind: "spend", ...allowance }

const sessions = (
  { attach, engine, run }: HostDeps,
  { load, state }: Sessions,
): Source<WModalSpendingSessions> => {
  const refresh = () => run(load)
  const toSession = ({ allowances, app, host, ...session }: SpendingSession): WModalSpendingSession => ({
    id: session.id,
    app,
    host,
    key: session.key,
    status: session.status,
    onChain: session.isOnChain,
    createdAt: session.createdAt,
    expiresAt: session.expiresAt,
    allowances: allowances.map(toAllowance),
    revoke: () => {
      attach()
      run(engine.router.open({ _tag: "SmartSession", id: session.id }))
    },
  })
  const read = (): Omit<WModalSpendingSessions, "refresh"> => {
    if (SubscriptionRef.getUnsafe(engine.account.state) === null)
      return { status: "disconnected", sessions: [] }
    const now = SubscriptionRef.getUnsafe(state)
    switch (now._tag) {
      case "Loading":
        return { status: "loading", sessions: [] }
      case "Failed":
        return { status: "failed", sessions: [] }
      case "Loaded":
        return { status: "loaded", sessions: now.sessions.map(toSession) }
    }
  }
  return {
    sources: [changesOf(state), changesOf(engine.account.state)],
    read: () => ({ ...read(), refresh }),
  }
}

const toWallet = ({ key, connectors, getUrl, ...row }: WalletRow): WModalWallet => ({
  id: key,
  name: row.name,
  icon: row.icon,
  installed: row.installed,
  recent: row.recent,
  namespaces: connectors.map(({ namespace }) => namespace),
  downloadUrl: getUrl,
})

const wallets = ({ engine, run, attach, toError }: HostDeps): Source<HostValues["wallets"]> => {
  const { connection, connectors, pairing } = engine

  const connect = async (
    find: () => Effect.Effect<{ readonly id: string; readonly namespace?: Namespace }, EngineError>,
  ): Promise<WModalResult<WModalAccount>> => {
    const ended = await Effect.runPromise(
      Effect.result(
        Effect.flatMap(Effect.suspend(find), ({ id, namespace }) => connection.connectAndWait(id, namespace)),
      ),
    )
    return ended._tag === "Success"
      ? {
          ok: true,
          value: toWModalAccount(ended.success.account, SubscriptionRef.getUnsafe(engine.account.state)),
        }
      : { ok: false, error: await toError(ended.failure satisfies Problem) }
  }

  const actions = {
    connect: (key: string, namespace?: Namespace) =>
      connect(() => {
        const row = SubscriptionRef.getUnsafe(connectors.rows).find((one) => one.key === key)
        const connector = row?.connectors.find((one) => (namespace ?? one.namespace) === one.namespace)
        return connector === undefined
          ? Effect.fail(
              new EngineError({ reason: { _tag: "AdapterNotFound", what: String(key).slice(0, 100) } }),
            )
          : Effect.succeed(connector)
      }),
    connectByLink: (namespace?: Namespace) =>
      connect(() =>
        pairing.available
          ? Effect.succeed({ id: walletConnectId, ...(namespace !== undefined && { namespace }) })
          : Effect.fail(new EngineError({ reason: { _tag: "WalletConnectNotFound" } })),
      ),
    open: (wallet: string, namespace?: Namespace) => {
      attach()
      run(openWallet(engine, String(wallet), namespace))
    },
    cancel: async () => {
      await Effect.runPromise(connection.cancel())
      return { ok: true } as const
    },
  }

  return {
    sources: [
      changesOf(connectors.rows),
      changesOf(connectors.discovery),
      changesOf(connection.state),
      changesOf(pairing.link),
    ],
    read: () => {
      const discovery = SubscriptionRef.getUnsafe(connectors.discovery)
      const asked = Object.values(SubscriptionRef.getUnsafe(connection.state))
        .map((state) => (state._tag === "Connected" ? state.next : state))
        .find((state) => state?._tag === "Connecting")
      return {
        status: discovery === "looking" ? "loading" : discovery === "failed" ? "failed" : "loaded",
        // The code of WalletConnect is no wallet: `connectByLink` has it.
        wallets: SubscriptionRef.getUnsafe(connectors.rows)
          .filter(({ group }) => group !== "walletConnect")
          .map(toWallet),
        connecting: asked?._tag === "Connecting" ? { name: asked.wallet.name, slow: asked.slow } : null,
        uri: SubscriptionRef.getUnsafe(pairing.link)?.uri ?? null,
        hasLink: pairing.available,
        ...actions,
      }
    },
  }
}

const names = (deps: HostDeps, made: Names): Source<WModalNames> => {
  const actions: Omit<WModalNames, "status" | "names"> = {
    suggest: (name) => answer(deps, made.suggest(name)),
    register: async (name) => {
      const ended = await answer(deps, proposeName(deps, made, name))
      return ended.ok ? ended.value : ended
    },
    refresh: () => deps.run(made.loadOwned),
  }
  const read = (): Omit<WModalNames, keyof typeof actions> => {
    if (SubscriptionRef.getUnsafe(deps.engine.account.state) === null)
      return { status: "disconnected", names: [] }
    const now = SubscriptionRef.getUnsafe(made.owned)
    switch (now._tag) {
      case "Loading":
        return { status: "loading", names: [] }
      case "Failed":
        return { status: "failed", names: [] }
      case "Loaded":
        return { status: "loaded", names: now.names }
    }
  }
  return {
    sources: [changesOf(made.owned), changesOf(deps.engine.account.state)],
    read: () => ({ ...read(), ...actions }),
  }
}

const fundingOf = ({ engine }: HostDeps) => Effect.flatMap(engine.flows, ({ funding }) => funding)

/** Makes one value of a host. Those of a connected wallet load the flows. */
const openValue = (deps: HostDeps, name: string): Effect.Effect<Source<unknown> | null, EngineError> => {
  switch (name) {
    case "tokens":
      return Effect.map(deps.engine.flows, (flows) => tokens(deps, flows))
    case "activity":
      return Effect.map(deps.engine.flows, (flows) => activity(deps, flows))
    case "sessions":
      return Effect.map(
        Effect.flatMap(deps.engine.flows, (flows) => flows.sessions),
        (made) => sessions(deps, made),
      )
    case "wallets":
      return Effect.as(
        Effect.sync(() => deps.run(deps.engine.connectors.prepare)),
        wallets(deps),
      )
    case "receive":
      return Effect.map(fundingOf(deps), (funding) => receive(deps, funding))
    case "purchase":
      return Effect.map(fundingOf(deps), (funding) => purchase(deps, funding))
    case "names":
      return Effect.map(
        Effect.flatMap(deps.engine.flows, (flows) => flows.names),
        (made) => names(deps, made),
      )
    default:
      return Effect.succeed(null)
  }
}

/** Makes the function that follows a value of the engine. An unknown name, and code that did not load, never call. */
export const makeWatchHostValue = (deps: HostDeps) => (name: string, listener: (value: unknown) => void) => {
  let stops: readonly (() => void)[] = []
  let isWanted = true
  const ended = Deferred.makeUnsafe<void>()
  deps.run(
    Effect.map(openValue(deps, name), (source) => {
      if (source === null || !isWanted) return
      const tell = () => {
        try {
          listener(source.read())
        } catch (error) {
          reportError(error)
        }
      }
      stops = source.sources.map((follow) => follow(tell))
      if (source.during !== undefined) deps.run(Effect.raceFirst(source.during, Deferred.await(ended)))
      tell()
    }),
  )
  return () => {
    isWanted = false
    Deferred.doneUnsafe(ended, Effect.void)
    for (const stop of stops) stop()
  }
}
