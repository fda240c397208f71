import type { FrameError } from "@wmodal/frame-rpc/host"
import { type CaipNetworkId, type Namespace, toNamespace, toReference } from "@wmodal/protocol"
import { Effect } from "effect"
import { sanitizeLine } from "../text/printable.ts"
import type { FrameAccountType } from "./EmbeddedWallet.ts"
import { decodeFrameAccount, type FrameAccount, parseAccountType } from "./FrameAccount.ts"
import type { FrameContext } from "./FrameContext.ts"
import type { FrameNetwork } from "./FrameNetwork.ts"
import { malformedReplyError } from "./frameErrors.ts"

/** A frame's report of the user on one network. */
export interface NetworkUser {
  readonly account: FrameAccount
  readonly email: string | null
  /** The network, as the frame sent it. */
  readonly chain: string
}

/** Fetches the user from a frame and requests the preferred account type. */
export interface FrameUserClient {
  /** Fetches the user. `plain`: with the number of an EVM network. */
  readonly fetch: (network: CaipNetworkId, form: "plain" | "caip") => Effect.Effect<NetworkUser, FrameError>
  /** Fetches the user, and requests the preferred account type once per session. */
  readonly settle: (network: CaipNetworkId, form: "plain" | "caip") => Effect.Effect<NetworkUser, FrameError>
  /** Requests an account type, with the key's own as fallback. @returns the address that the frame uses from now on */
  readonly prefer: (type: FrameAccountType) => Effect.Effect<string, FrameError>
  /** Starts a new session. */
  readonly reset: () => void
}

export const makeFrameUserClient = (
  { deps, request, store }: FrameContext,
  place: Pick<FrameNetwork, "confirm" | "invalidate">,
): FrameUserClient => {
  let isTried = false
  /** Set if the other account type was not available. */
  let fallback: FrameAccountType | null = null

  const wanted = () => fallback ?? store.read().accountType ?? deps.preferred

  const fetchUser: FrameUserClient["fetch"] = (network, form) => {
    const [namespace, reference] = splitNetworkId(network)
    const type = wanted()
    return Effect.suspend(() => {
      place.invalidate()
      return request("GET_USER", {
        chainId: form === "plain" && namespace === "eip155" ? Number(reference) : network,
        ...(namespace === "eip155" && { preferredAccountType: type }),
      })
    }).pipe(
      Effect.flatMap((reply) => {
        const account = decodeFrameAccount(reply, namespace, deps.networks, type)
        if (account === null) return Effect.fail(malformedReplyError("GET_USER"))
        place.confirm(account.network)
        return Effect.succeed({
          account,
          email: reply.email == null ? null : sanitizeLine(reply.email, 320),
          chain: `${reply.chainId}`,
        })
      }),
    )
  }

  const prefer: FrameUserClient["prefer"] = (type) =>
    Effect.suspend(() => {
      place.invalidate()
      return request("SET_PREFERRED_ACCOUNT", { type })
    }).pipe(
      Effect.flatMap((reply) =>
        parseAccountType(reply.type) === type
          ? Effect.succeed(reply.address)
          : Effect.fail(malformedReplyError("SET_PREFERRED_ACCOUNT")),
      ),
      Effect.tap(() =>
        Effect.sync(() => {
          fallback = null
        }),
      ),
      Effect.tapError(() =>
        Effect.sync(() => {
          fallback = "eoa"
        }),
      ),
    )

  const networks = request("GET_SMART_ACCOUNT_ENABLED_NETWORKS", undefined).pipe(
    Effect.map((reply) =>
      reply.smartAccountEnabledNetworks.filter((id) => Number.isSafeInteger(id) && id > 0),
    ),
    Effect.orElseSucceed((): readonly number[] => []),
    Effect.tap((smartAccountNetworks) => Effect.sync(() => store.change({ smartAccountNetworks }))),
  )

  return {
    fetch: fetchUser,
    prefer,
    settle: (network, form) =>
      Effect.gen(function* () {
        const found = yield* fetchUser(network, form)
        const [namespace, reference] = splitNetworkId(found.account.network)
        if (namespace !== "eip155") return found
        const isOffered = (yield* networks).includes(Number(reference))
        const type = wanted()
        if (isTried || found.account.inUse === type || (type === "smartAccount" && !isOffered)) return found
        isTried = true
        yield* Effect.result(prefer(type))
        return yield* fetchUser(network, form)
      }),
    reset: () => {
      isTried = false
      fallback = null
    },
  }
}

export const splitNetworkId = (network: CaipNetworkId): readonly [Namespace, string] => {
  return [toNamespace(network) === "solana" ? "solana" : "eip155", toReference(network)]
}
