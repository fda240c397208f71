import { getMethodPolicy } from "@wmodal/frame-rpc"
import { isSameAddress, type Namespace, type Network, toPlainAddress } from "@wmodal/protocol"
import { Effect, Result, Stream } from "effect"
import type {
  ConnectedChain,
  Connector,
  ConnectorEvent,
  ConnectRequest,
  WalletSession,
} from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { GuardedProvider } from "../evm/guard/guardProvider.ts"
import { isLocalMethod } from "../remote/localMethods.ts"
import { makeNamespaceSession } from "../remote/NamespaceSession.ts"
import type { RemoteWallet } from "../remote/RemoteWallet.ts"
import type { SessionConnectorFactory } from "../remote/SessionConnectorFactory.ts"
import { connectDetached } from "../wallet/connectDetached.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import { readMember } from "../wallet/readMember.ts"
import { describeFrameConnector } from "./describeFrameConnector.ts"
import type { EmbeddedAccounts } from "./EmbeddedAccounts.ts"
import { frameId } from "./EmbeddedWallet.ts"
import type { FrameAccount } from "./FrameAccount.ts"
import type { DetectedUser, FrameSession } from "./FrameSession.ts"
import { splitNetworkId } from "./FrameUserClient.ts"
import { toFrameConnectorReason } from "./frameErrors.ts"

/**
 * Wraps a provider for dApps. Methods that the frame never supports are rejected before the user is prompted; a missing
 * provider stays missing.
 */
const restrictMethods = (disallowed: (method: string) => void): ((provider: unknown) => unknown) => {
  const made = new WeakMap<GuardedProvider, GuardedProvider>()
  return (provider) => {
    if (!isGuarded(provider)) return provider
    const listed = made.get(provider) ?? restrictProvider(provider, disallowed)
    made.set(provider, listed)
    return listed
  }
}

const restrictProvider = (
  provider: GuardedProvider,
  disallowed: (method: string) => void,
): GuardedProvider => {
  const listed: GuardedProvider = Object.freeze<GuardedProvider>({
    request: async (call) => {
      const method = readMember(call, "method")
      if (typeof method === "string" && getMethodPolicy(method) === "unlisted" && !isLocalMethod(method)) {
        disallowed(method)
        throw new ProviderError(4200, "Requested RPC call is not allowed")
      }
      return provider.request(call)
    },
    on: (...listening) => {
      provider.on(...listening)
      return listed
    },
    removeListener: (...listening) => {
      provider.removeListener(...listening)
      return listed
    },
  })
  return listed
}

const isGuarded = (provider: unknown): provider is GuardedProvider =>
  ["request", "on", "removeListener"].every((name) => typeof readMember(provider, name) === "function")

export interface FrameConnectorOptions {
  readonly namespace: Namespace
  readonly sessionConnector: SessionConnectorFactory
  readonly wire: RemoteWallet
  readonly session: FrameSession
  readonly standing: EmbeddedAccounts
  /** The host app's connectors, one for each namespace. */
  readonly connectors: readonly Connector[]
  readonly disallowed: (method: string) => void
}

/** Makes the Connector of one chain of the embedded wallet, with the same code as for an injected wallet. */
export const frameConnector = ({
  sessionConnector,
  connectors,
  disallowed,
  namespace,
  session,
  standing,
  wire,
}: FrameConnectorOptions): Connector => {
  const inner = sessionConnector(
    wire,
    makeNamespaceSession(wire, namespace),
    describeFrameConnector(namespace),
  )
  const listed = namespace === "eip155" ? restrictMethods(disallowed) : (provider: unknown) => provider

  const networkOf = ({ network }: FrameAccount): Network | null =>
    wire.deps.networks.find(({ caipNetworkId }) => caipNetworkId === network) ?? null

  /** Returns the current session, as it is reported. */
  const here = Effect.suspend(() => {
    const account = standing.get(namespace)
    return account === null
      ? Effect.fail(toConnectorError({ _tag: "Locked" }))
      : Effect.map(inner.connect({ network: networkOf(account), onLateApproval: () => {} }), (given) => ({
          ...given,
          ...toAccountDetails(account, given.accounts),
        }))
  })

  const given = (found: DetectedUser): Effect.Effect<WalletSession, ConnectorError> =>
    Effect.gen(function* () {
      if (!session.acceptUser(found)) return yield* toConnectorError({ _tag: "Locked" })
      const own = yield* here
      const also: ConnectedChain[] = []
      for (const { account } of found.others) {
        const connector = connectors.find((one) => one.namespace === splitNetworkId(account.network)[0])
        if (connector === undefined) continue
        // Loads the host app's connector. A session that it cannot use leaves this one unchanged.
        const approved = yield* Effect.result(connector.restore)
        if (Result.isSuccess(approved)) also.push({ connector, session: approved.success })
      }
      return { ...own, ...(also.length > 0 && { otherChains: also }) }
    })

  /** Signs the host app's message in the same step. Its code loads only for a host app that has one. */
  const signed = (session: WalletSession, signIn: ConnectRequest["signIn"]): Effect.Effect<WalletSession> =>
    Effect.gen(function* () {
      const [account] = session.accounts
      const request = signIn === undefined ? null : yield* Effect.promise(signIn)
      if (request === null || account === undefined) return session
      const loaded = yield* Effect.result(Effect.tryPromise(() => import("./signWhenConnected.ts")))
      // Without the code, the wallet only connects.
      if (Result.isFailure(loaded)) return session
      const message = yield* loaded.success.signWhenConnected(inner, account, request)
      return message === null ? session : { ...session, signed: [message] }
    })

  /** Returns the session of a connect that was cancelled. */
  const undecided = (found: DetectedUser): WalletSession => {
    const { account } = found.first
    const accounts = [`${account.network}:${account.address}`] as const
    return {
      accounts,
      network: namespace === "eip155" ? account.network : null,
      ...toAccountDetails(account, accounts),
      acceptLateSession: (wanted) => {
        if (!wanted || !session.acceptUser(found)) return false
        // Receives changes from here on.
        Effect.runFork(Effect.result(here))
        return true
      },
    }
  }

  const heard = (event: ConnectorEvent): ConnectorEvent => {
    const account = standing.get(namespace)
    if (event._tag === "AccountsChanged" && account !== null)
      return { ...event, ...toAccountDetails(account, event.accounts) }
    const because = standing.getEndReason()
    return event._tag === "Disconnected" && because !== null
      ? { ...event, cause: toConnectorError(because) }
      : event
  }

  return {
    ...inner,
    getProvider: (door) => listed(inner.getProvider(door)),
    connect: ({ network, onLateApproval, signIn }) =>
      Effect.flatMap(
        connectDetached(
          Effect.mapError(session.detectUser(namespace, network?.caipNetworkId ?? null), toConnectorError),
          (found) => onLateApproval(undecided(found)),
        ),
        (found) => Effect.flatMap(given(found), (session) => signed(session, signIn)),
      ),
    restore: Effect.andThen(Effect.mapError(session.restore(namespace), toConnectorError), here),
    disconnect: Effect.mapError(session.signOut, (error) => toConnectorError(toFrameConnectorReason(error))),
    switchNetwork: (network) =>
      wire.deps.networks.some(
        ({ caipNetworkId, chainNamespace }) =>
          caipNetworkId === network.caipNetworkId && chainNamespace === namespace,
      )
        ? Effect.andThen(
            Effect.mapError(session.switchNetwork(network.caipNetworkId), (error) =>
              toConnectorError(toFrameConnectorReason(error)),
            ),
            inner.switchNetwork(network),
          )
        : Effect.fail(toConnectorError({ _tag: "NetworkNotSupported", network: network.name })),
    events: Effect.map(inner.events, Stream.map(heard)),
  }
}

const toConnectorError = (reason: ConnectorReason) => new ConnectorError({ connectorId: frameId, reason })

/** Returns the account types on EVM networks: the key's own account or a smart account. */
const toAccountDetails = (
  { accounts, network }: FrameAccount,
  given: WalletSession["accounts"],
): Pick<WalletSession, "details"> =>
  network.startsWith("eip155:")
    ? {
        details: Object.fromEntries(
          given.flatMap((account) => {
            const address = toPlainAddress(account)
            const own = accounts.find((one) => isSameAddress(one.address, address))
            return own === undefined ? [] : [[address, { type: own.type, publicKey: null }]]
          }),
        ),
      }
    : {}
