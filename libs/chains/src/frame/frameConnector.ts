import { isSameAddress, type Namespace, type Network } from "@wmodal/protocol"
import { Effect, Result, Stream } from "effect"
import type { Approved, Connector, ConnectorEvent, WalletSession } from "../contract/Connector.ts"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import { approvalOver } from "../remote/Approval.ts"
import type { ConnectorBehind } from "../remote/ConnectorBehind.ts"
import type { Wire } from "../remote/Wire.ts"
import { askDetached } from "../wallet/askDetached.ts"
import { descriptionOf } from "./descriptionOf.ts"
import { frameId } from "./Frame.ts"
import type { FrameAccount } from "./FrameAccount.ts"
import { reasonIn } from "./frameRefusal.ts"
import type { Found, FrameSession } from "./frameSession.ts"
import { partsOf } from "./frameUser.ts"
import { listedOnly } from "./listedOnly.ts"
import type { Standing } from "./Standing.ts"

export interface FrameConnectorOptions {
  readonly namespace: Namespace
  readonly behind: ConnectorBehind
  readonly wire: Wire
  readonly session: FrameSession
  readonly standing: Standing
  /** The page's own, one for each namespace. */
  readonly connectors: readonly Connector[]
  readonly disallowed: (method: string) => void
}

/** The Connector of one chain of the embedded wallet, spoken by the same code as a wallet at hand. */
export const frameConnector = ({
  behind,
  connectors,
  disallowed,
  namespace,
  session,
  standing,
  wire,
}: FrameConnectorOptions): Connector => {
  const inner = behind(wire, approvalOver(wire, namespace), descriptionOf(namespace))
  const listed = namespace === "eip155" ? listedOnly(disallowed) : (provider: unknown) => provider

  const networkOf = ({ network }: FrameAccount): Network | null =>
    wire.around.networks.find(({ caipNetworkId }) => caipNetworkId === network) ?? null

  /** What stands, as it is told. */
  const here = Effect.suspend(() => {
    const account = standing.of(namespace)
    return account === null
      ? Effect.fail(failed({ _tag: "Locked" }))
      : Effect.map(inner.connect({ network: networkOf(account), late: () => {} }), (given) => ({
          ...given,
          ...detailsOf(account, given.accounts),
        }))
  })

  const given = (found: Found): Effect.Effect<WalletSession, ConnectorError> =>
    Effect.gen(function* () {
      if (!session.take(found)) return yield* failed({ _tag: "Locked" })
      const own = yield* here
      const also: Approved[] = []
      for (const { account } of found.others) {
        const connector = connectors.find((one) => one.namespace === partsOf(account.network)[0])
        if (connector === undefined) continue
        // The page's own has its code from then on. What it can make nothing of leaves this one as it is.
        const approved = yield* Effect.result(connector.restore)
        if (Result.isSuccess(approved)) also.push({ connector, session: approved.success })
      }
      return { ...own, ...(also.length > 0 && { also }) }
    })

  /** Nobody waits for it any more. */
  const undecided = (found: Found): WalletSession => {
    const { account } = found.first
    const accounts = [`${account.network}:${account.address}`] as const
    return {
      accounts,
      network: namespace === "eip155" ? account.network : null,
      ...detailsOf(account, accounts),
      decide: (wanted) => {
        if (!wanted || !session.take(found)) return false
        // From here on it hears what changes.
        Effect.runFork(Effect.result(here))
        return true
      },
    }
  }

  const heard = (event: ConnectorEvent): ConnectorEvent => {
    const account = standing.of(namespace)
    if (event._tag === "AccountsChanged" && account !== null)
      return { ...event, ...detailsOf(account, event.accounts) }
    const because = standing.ended()
    return event._tag === "Disconnected" && because !== null ? { ...event, because: failed(because) } : event
  }

  return {
    ...inner,
    providerFor: (door) => listed(inner.providerFor(door)),
    connect: ({ late, network }) =>
      Effect.flatMap(
        askDetached(
          Effect.mapError(session.find(namespace, network?.caipNetworkId ?? null), failed),
          (found) => late(undecided(found)),
        ),
        given,
      ),
    restore: Effect.andThen(Effect.mapError(session.restore(namespace), failed), here),
    disconnect: Effect.mapError(session.signOut, (error) => failed(reasonIn(error))),
    switchNetwork: (network) =>
      wire.around.networks.some(
        ({ caipNetworkId, chainNamespace }) =>
          caipNetworkId === network.caipNetworkId && chainNamespace === namespace,
      )
        ? Effect.andThen(
            Effect.mapError(session.moveTo(network.caipNetworkId), (error) => failed(reasonIn(error))),
            inner.switchNetwork(network),
          )
        : Effect.fail(failed({ _tag: "NetworkNotSupported", network: network.name })),
    events: Stream.map(inner.events, heard),
  }
}

const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId: frameId, reason })

/** A key's own account, or a contract's: on EVM networks. */
const detailsOf = (
  { accounts, network }: FrameAccount,
  given: WalletSession["accounts"],
): Pick<WalletSession, "details"> =>
  network.startsWith("eip155:")
    ? {
        details: Object.fromEntries(
          given.flatMap((account) => {
            const address = account.slice(account.lastIndexOf(":") + 1)
            const own = accounts.find((one) => isSameAddress(one.address, address))
            return own === undefined ? [] : [[address, { type: own.type, publicKey: null }]]
          }),
        ),
      }
    : {}
