import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect, Queue, Stream } from "effect"
import type { Connector, ConnectorEvent, WalletSession } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import { connectDetached } from "../wallet/connectDetached.ts"
import { decodeTexts } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/walletErrors.ts"
import { type AuthorizedAccount, decodeAuthorizedAccounts } from "./AuthorizedAccount.ts"
import { getFeature } from "./RegisteredWallet.ts"
import { callFeature, requestFeature, toFeatureReason } from "./requestFeature.ts"

/** What a chain makes of a wallet that several chains may share. */
export interface StandardChain {
  /** The network that a wallet means by a name such as `solana:mainnet`; `null` for another chain's. */
  readonly toNetworkId: (chain: string) => CaipNetworkId | null
  /** How a person is asked: a feature, and what it is given. The first that the wallet has. */
  readonly connecting: readonly [FeatureCall, ...FeatureCall[]]
  /** How it is told to forget the page: the first feature that the wallet has. */
  readonly disconnecting: readonly string[]
  /** What the wallet shares of this chain, the active account first, on `network` where it shares any there; `null` for nothing. */
  readonly makeSession: (shared: readonly AuthorizedAccount[], network: CaipNetworkId) => WalletSession | null
}

type FeatureCall = readonly [feature: string, ...inputs: readonly unknown[]]

/** The part of a Connector that is the same on every chain of the Wallet Standard. */
export interface StandardSession
  extends Pick<Connector, "connect" | "restore" | "disconnect" | "switchNetwork" | "events"> {
  readonly use: NonNullable<Connector["use"]>
  /** An account that the wallet shares; `null` where it shares none of that address. */
  readonly findAccount: (address: string) => AuthorizedAccount | null
  /** All that the wallet shares. */
  readonly accounts: () => readonly AuthorizedAccount[]
  /** Plain addresses of this chain, the one in use first. */
  readonly addresses: () => readonly string[]
  /** What the wallet says of them. */
  readonly details: () => NonNullable<WalletSession["details"]>
  /** Plain address of the account in use; `null` before there was a session. */
  readonly active: () => string | null
  /** The wallet's name of a network; `null` where the wallet has it not. */
  readonly findChain: (network: CaipNetworkId) => string | null
}

export const makeStandardSession = (
  wallet: object,
  connectorId: string,
  chain: StandardChain,
): StandardSession => {
  let shared: readonly AuthorizedAccount[] = []
  let session: WalletSession | null = null
  /** What the accounts are told on, where the wallet shares any there. */
  let network: CaipNetworkId | null = null
  /** Another than the wallet's first, as long as the wallet shares it. */
  let chosen: string | null = null
  /** Whoever listens, for what a page has brought about. */
  const listeners = new Set<(event: ConnectorEvent) => void>()

  const addresses = (): readonly string[] => {
    const all = session?.accounts.map(toPlainAddress) ?? []
    return chosen !== null && all.includes(chosen) ? [chosen, ...all.filter((one) => one !== chosen)] : all
  }

  const orFail = <A>(effect: Effect.Effect<A, ConnectorReason>) =>
    Effect.mapError(effect, (reason) => new ConnectorError({ connectorId, reason }))

  const has = (feature: string) => getFeature(wallet, feature) !== undefined
  const chainOn = (wanted: CaipNetworkId) =>
    decodeTexts(readMember(wallet, "chains")).find((name) => chain.toNetworkId(name) === wanted) ?? null

  /** Takes what a wallet shares from now on. */
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
    return "_tag" in taken ? Effect.fail(taken) : Effect.succeed(taken)
  }

  const ask = (feature: string, ...inputs: readonly unknown[]) =>
    Effect.mapError(requestFeature(wallet, feature, ...inputs), (thrown) => toFeatureReason(thrown, feature))

  const connectBy = (asking: FeatureCall) =>
    Effect.flatMap(ask(...asking), (answer) => taking(readMember(answer, "accounts")))

  /** What has changed since, for whoever listens. */
  const changesTo = (next: WalletSession, before: WalletSession): readonly ConnectorEvent[] => [
    { _tag: "AccountsChanged", accounts: next.accounts, ...(next.details && { details: next.details }) },
    ...(next.network === null || next.network === before.network
      ? []
      : [{ _tag: "NetworkChanged", network: next.network } as const]),
  ]

  const heard = (properties: unknown): readonly ConnectorEvent[] => {
    const given = readMember(properties, "accounts")
    const before = session
    // The event says what has changed, which may be the wallet's chains or features alone.
    if (given === undefined || before === null) return []
    const taken = take(given)
    if (!("_tag" in taken)) return changesTo(taken, before)
    return taken._tag === "Locked" ? [{ _tag: "Disconnected" }] : []
  }

  return {
    accounts: () => shared,
    findAccount: (address) => shared.find((account) => account.address === address) ?? null,
    addresses,
    details: () => session?.details ?? {},
    active: () => addresses()[0] ?? null,
    use: (address) => {
      // Who takes the wallet's first goes along when that becomes another one.
      chosen = address === (session && toPlainAddress(session.accounts[0])) ? null : address
    },
    findChain: chainOn,
    connect: ({ onLateApproval, network: wanted }) =>
      Effect.suspend(() => {
        if (wanted !== null && chainOn(wanted.caipNetworkId) !== null) network = wanted.caipNetworkId
        const asking = chain.connecting.find(([feature]) => has(feature)) ?? chain.connecting[0]
        return connectDetached(orFail(connectBy(asking)), onLateApproval)
      }),
    restore: orFail(
      Effect.suspend(() =>
        has("standard:connect")
          ? connectBy(["standard:connect", { silent: true }])
          : // Nothing else may be asked in silence; what it has shared it shows.
            taking(readMember(wallet, "accounts")),
      ),
    ),
    disconnect: orFail(
      Effect.suspend(() => {
        const feature = chain.disconnecting.find(has)
        // Many wallets can't be told.
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
    events: Stream.callback((queue) =>
      Effect.gen(function* () {
        const tell = (event: ConnectorEvent) => {
          Queue.offerUnsafe(queue, event)
        }
        const hear = (properties: unknown) => heard(properties).forEach(tell)
        yield* Effect.acquireRelease(
          Effect.sync(() => {
            listeners.add(tell)
            return ignoreErrors(() => callFeature(wallet, "standard:events", ["change", hear]))
          }),
          (off) =>
            Effect.sync(() => {
              listeners.delete(tell)
              if (typeof off === "function") ignoreErrors(() => Reflect.apply(off, undefined, []))
            }),
        )
      }),
    ),
  }
}

export const toPlainAddress = (account: string): string => account.slice(account.lastIndexOf(":") + 1)

/** A wallet without events, or one that throws here, is merely a silent one. */
const ignoreErrors = (run: () => unknown): unknown => {
  try {
    return run()
  } catch {
    return undefined
  }
}
