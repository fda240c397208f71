import { type CaipNetworkId, Feed, hasKey, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector, ConnectorEvent, ConnectRequest, WalletSession } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import { connectDetached } from "../wallet/connectDetached.ts"
import { decodeTexts } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/readMember.ts"
import { toConnectorReason } from "../wallet/walletErrors.ts"
import { type AuthorizedAccount, decodeAuthorizedAccounts } from "./AuthorizedAccount.ts"
import { getFeature } from "./RegisteredWallet.ts"
import { callFeature, requestFeature } from "./requestFeature.ts"

/** The chain-specific part of a wallet session. */
export interface StandardChain {
  /** Returns the network of a name such as `solana:mainnet`; `null` for another chain. */
  readonly toNetworkId: (chain: string) => CaipNetworkId | null
  /** Returns the name of a network for a wallet that lists none and has all; absent for one that lists them. */
  readonly findChain?: (network: CaipNetworkId) => string | null
  /** Returns true if two addresses are of one account; absent where an account has one form. */
  readonly isSameAddress?: (one: string, other: string) => boolean
  /** The features that prompt the user to connect, with their inputs. The first supported one is used. */
  readonly connecting: readonly [FeatureCall, ...FeatureCall[]]
  /** The features that disconnect the dApp. The first supported one is used. */
  readonly disconnecting: readonly string[]
  /**
   * Makes the session of this chain, the active account first, on `network` if an account is shared there; `null`
   * without accounts.
   */
  readonly makeSession: (shared: readonly AuthorizedAccount[], network: CaipNetworkId) => WalletSession | null
}

/** What a request to connect returned. */
interface ConnectAnswer {
  /** As the wallet gave them. */
  readonly accounts: unknown
  /** Adds what came with the accounts. */
  readonly toSession: (session: WalletSession) => WalletSession
}

type FeatureCall = readonly [feature: string, ...inputs: readonly unknown[]]

/** The part of a Connector that all Wallet Standard chains share. */
export interface StandardSession
  extends Pick<Connector, "connect" | "restore" | "disconnect" | "switchNetwork" | "events"> {
  readonly use: NonNullable<Connector["use"]>
  /**
   * Connects by another request of the wallet, which returns the shared accounts and more. If it returns `null`, the
   * wallet is asked to connect.
   */
  readonly connectBy: (
    request: ConnectRequest,
    asking: Effect.Effect<ConnectAnswer | null, ConnectorReason>,
  ) => Effect.Effect<WalletSession, ConnectorError>
  /** Finds a shared account by address; `null` if it is missing. */
  readonly findAccount: (address: string) => AuthorizedAccount | null
  /** Returns the session's form of a shared address; `null` if it is missing. */
  readonly findAddress: (address: string) => string | null
  /** All accounts that the wallet shares. */
  readonly accounts: () => readonly AuthorizedAccount[]
  /** Plain addresses of this chain, the one in use first. */
  readonly addresses: () => readonly string[]
  /** The wallet's details of them. */
  readonly details: () => NonNullable<WalletSession["details"]>
  /** Plain address of the account in use; `null` before a session. */
  readonly active: () => string | null
  /** Returns the wallet's name of a network; `null` if it does not support it. */
  readonly findChain: (network: CaipNetworkId) => string | null
}

export const makeStandardSession = (
  wallet: object,
  connectorId: string,
  chain: StandardChain,
): StandardSession => {
  let shared: readonly AuthorizedAccount[] = []
  let session: WalletSession | null = null
  /** The network of the reported accounts, if the wallet shares any there. */
  let network: CaipNetworkId | null = null
  /** An account other than the wallet's first, as long as the wallet shares it. */
  let chosen: string | null = null
  /** The listeners that receive changes by the dApp. */
  const listeners = new Set<(event: ConnectorEvent) => void>()

  const addresses = (): readonly string[] => {
    const all = session?.accounts.map(toPlainAddress) ?? []
    return chosen !== null && all.includes(chosen) ? [chosen, ...all.filter((one) => one !== chosen)] : all
  }

  const orFail = <A>(effect: Effect.Effect<A, ConnectorReason>) =>
    Effect.mapError(effect, (reason) => new ConnectorError({ connectorId, reason }))

  const has = (feature: string) => getFeature(wallet, feature) !== undefined
  const isSame = chain.isSameAddress ?? ((one: string, other: string) => one === other)
  const chainOn = (wanted: CaipNetworkId) =>
    chain.findChain?.(wanted) ??
    decodeTexts(readMember(wallet, "chains")).find((name) => chain.toNetworkId(name) === wanted) ??
    null

  /** Accepts the accounts that a wallet shares from now on. */
  const take = (given: unknown): WalletSession | ConnectorReason => {
    const accounts = decodeAuthorizedAccounts(given)
    if (accounts === null) return { _tag: "Malformed", what: "accounts" }
    const [first] = decodeTexts(readMember(wallet, "chains")).flatMap((name) => chain.toNetworkId(name) ?? [])
    network ??= first ?? null
    shared = accounts
    session = network === null ? null : chain.makeSession(accounts, network)
    return session ?? { _tag: "Locked" }
  }

  const taking = (given: unknown) => {
    const taken = take(given)
    return hasKey(taken, "_tag") ? Effect.fail(taken) : Effect.succeed(taken)
  }

  const ask = (feature: string, ...inputs: readonly unknown[]) =>
    Effect.mapError(requestFeature(wallet, feature, ...inputs), (thrown) =>
      toConnectorReason(thrown, feature),
    )

  const askFor = (asking: FeatureCall) =>
    Effect.flatMap(ask(...asking), (answer) => {
      const given = readMember(answer, "accounts")
      // Some wallets answer with nothing, and share their accounts in the standard's own list.
      const isEmpty = given === undefined || (Array.isArray(given) && given.length === 0)
      return taking(isEmpty ? (readMember(wallet, "accounts") ?? given) : given)
    })

  const connectBy: StandardSession["connectBy"] = ({ onLateApproval, network: wanted }, asking) =>
    Effect.suspend(() => {
      if (wanted !== null && chainOn(wanted.caipNetworkId) !== null) network = wanted.caipNetworkId
      const feature = chain.connecting.find(([feature]) => has(feature)) ?? chain.connecting[0]
      const connecting = Effect.flatMap(asking, (answer) =>
        answer === null ? askFor(feature) : Effect.map(taking(answer.accounts), answer.toSession),
      )
      return connectDetached(orFail(connecting), onLateApproval)
    })

  /** Returns the changes between two sessions as events. */
  const changesTo = (next: WalletSession, before: WalletSession): readonly ConnectorEvent[] => [
    { _tag: "AccountsChanged", accounts: next.accounts, ...(next.details && { details: next.details }) },
    ...(next.network === null || next.network === before.network
      ? []
      : [{ _tag: "NetworkChanged", network: next.network } as const]),
  ]

  const heard = (properties: unknown): readonly ConnectorEvent[] => {
    const given = readMember(properties, "accounts")
    const before = session
    // The event names the changed properties, which may be chains or features alone.
    if (given === undefined) return []
    if (before === null) return Array.isArray(given) && given.length > 0 ? [{ _tag: "Returned" }] : []
    const taken = take(given)
    if (!hasKey(taken, "_tag")) return changesTo(taken, before)
    return taken._tag === "Locked" ? [{ _tag: "Disconnected" }] : []
  }

  return {
    accounts: () => shared,
    findAccount: (address) => shared.find((account) => isSame(account.address, address)) ?? null,
    findAddress: (address) => addresses().find((one) => isSame(one, address)) ?? null,
    addresses,
    details: () => session?.details ?? {},
    active: () => addresses()[0] ?? null,
    use: (address) => {
      // The wallet's first account is followed when it changes, so it is not stored as a choice.
      chosen = address === (session && toPlainAddress(session.accounts[0])) ? null : address
    },
    findChain: chainOn,
    connect: (request) => connectBy(request, Effect.succeed(null)),
    connectBy,
    restore: orFail(
      Effect.suspend(() =>
        has("standard:connect")
          ? askFor(["standard:connect", { silent: true }])
          : // Silent requests read the shared accounts only.
            taking(readMember(wallet, "accounts")),
      ),
    ),
    disconnect: orFail(
      Effect.suspend(() => {
        const feature = chain.disconnecting.find(has)
        // Many wallets have no disconnect feature.
        return feature === undefined ? Effect.void : Effect.asVoid(ask(feature))
      }),
    ),
    switchNetwork: ({ caipNetworkId, name }) =>
      orFail(
        Effect.suspend(() => {
          const there = chainOn(caipNetworkId) === null ? null : chain.makeSession(shared, caipNetworkId)
          if (!there?.accounts[0].startsWith(`${caipNetworkId}:`))
            return Effect.fail<ConnectorReason>({ _tag: "NetworkNotSupported", network: name })
          const changes = session === null ? [] : changesTo(there, session)
          network = caipNetworkId
          session = there
          for (const tell of listeners) changes.forEach(tell)
          return Effect.void
        }),
      ),
    events: Effect.succeed(
      Feed.fromListener((emit) =>
        Effect.gen(function* () {
          const hear = (properties: unknown) => heard(properties).forEach(emit)
          yield* Effect.acquireRelease(
            Effect.sync(() => {
              listeners.add(emit)
              return ignoreErrors(() => callFeature(wallet, "standard:events", ["change", hear]))
            }),
            (off) =>
              Effect.sync(() => {
                listeners.delete(emit)
                if (typeof off === "function") ignoreErrors(() => Reflect.apply(off, undefined, []))
              }),
          )
        }),
      ),
    ),
  }
}

/** Runs an optional wallet call and ignores its errors, such as missing events. */
const ignoreErrors = (run: () => unknown): unknown => {
  try {
    return run()
  } catch {
    return undefined
  }
}
