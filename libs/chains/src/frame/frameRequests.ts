import { classifyReply, getMethodPolicy } from "@wmodal/frame-rpc"
import type { FrameError } from "@wmodal/frame-rpc/host"
import type { CaipNetworkId } from "@wmodal/protocol"
import { type Context, Effect, Fiber, Result, type Scope } from "effect"
import type { RemoteWallet } from "../remote/RemoteWallet.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import type { FrameContext } from "./FrameContext.ts"
import type { FrameNetwork } from "./FrameNetwork.ts"
import type { FrameSession } from "./FrameSession.ts"
import { splitNetworkId } from "./FrameUserClient.ts"
import { malformedReplyError, toProviderError } from "./frameErrors.ts"

/** The schemas of a frame's replies. A malformed reply does not prove that a transaction was not sent. */
const replySchemas: ReadonlyMap<string, ReturnType<typeof classifyReply>> = new Map([
  ["eth_sendTransaction", "hash"],
  ["eth_sendUserOperation", "hash"],
  ["personal_sign", "signature"],
  ["eth_signTypedData_v4", "signature"],
])

/**
 * Makes the read, sign and send requests to the frame for the account in use. Each request is bound to the network and
 * account at the time of the call.
 */
export const makeFrameRequests = (
  { deps, request: ask, pending, accounts, approvalLock }: FrameContext,
  session: Pick<FrameSession, "ensureNetwork">,
  place: Pick<FrameNetwork, "isOn">,
  { scope, services }: { readonly scope: Scope.Scope; readonly services: Context.Context<never> },
): RemoteWallet["request"] => {
  const wait = (more: 1 | -1) => Effect.sync(() => deps.onApproval(pending.change(more)))

  const post = (method: string, params: unknown): Effect.Effect<unknown, FrameError> => {
    const asking = Effect.flatMap(
      ask("RPC_REQUEST", params === undefined ? { method } : { method, params }),
      (result) =>
        !replySchemas.has(method) || replySchemas.get(method) === classifyReply(result)
          ? Effect.succeed(result)
          : Effect.fail(malformedReplyError("RPC_REQUEST")),
    )
    return getMethodPolicy(method) === "unsafe"
      ? Effect.andThen(wait(1), Effect.ensuring(asking, wait(-1)))
      : asking
  }

  const unasked = (text: string) => new ProviderError(4100, text)

  const request = (network: CaipNetworkId, method: string, params: unknown) =>
    Effect.gen(function* () {
      const [namespace] = splitNetworkId(network)
      const address = accounts.get(namespace)?.address
      const posted = yield* approvalLock.withPermits(1)(
        Effect.gen(function* () {
          while (!place.isOn(network))
            yield* Effect.mapError(session.ensureNetwork(network), (error) => unasked(error.message))
          if (address === undefined || accounts.get(namespace)?.address !== address)
            return yield* Effect.fail(unasked("The account is no longer in use."))
          return yield* Effect.forkIn(post(method, params), scope, { startImmediately: true })
        }),
      )
      return yield* Effect.mapError(Fiber.join(posted), (error) => toProviderError(error, method))
    })

  const answer = async (network: CaipNetworkId, method: string, params: unknown): Promise<unknown> => {
    const settled = await Effect.runPromiseWith(services)(Effect.result(request(network, method, params)))
    if (Result.isSuccess(settled)) return settled.success
    // Capabilities that a frame cannot report count as missing.
    if (method === "wallet_getCapabilities") return {}
    throw settled.failure
  }

  return async (network, method, params) => {
    if (getMethodPolicy(method) === "unlisted") {
      deps.onDisallowedMethod(method)
      throw new ProviderError(4200, "Requested RPC call is not allowed")
    }
    if (!network.startsWith("solana:")) return answer(network, method, params)
    const { toFrameParams, fromFrameResult } = await import("./solanaFormats.ts")
    return fromFrameResult(method, await answer(network, method, toFrameParams(method, params)))
  }
}
