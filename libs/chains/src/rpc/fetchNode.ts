import { type Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"

/** Sends one request to a node. Fails as `Malformed` if `decode` returns `null`. */
export const fetchNode = <A>(
  rpc: Rpc,
  [method, ...params]: readonly [method: string, ...params: readonly unknown[]],
  decode: (answer: unknown) => A | null,
): Effect.Effect<A, RpcError> =>
  Effect.flatMap(rpc.request(method, params), (answer) => {
    const decoded = decode(answer)
    return decoded === null
      ? Effect.fail(
          new RpcError({
            method,
            host: "",
            reason: { _tag: "Malformed", detail: "not a valid result of the method" },
          }),
        )
      : Effect.succeed(decoded)
  })

/** Sends one request that a node may reject: `null` if it does, or if the response is malformed. */
export const fetchNodeOrNull = <A>(
  rpc: Rpc,
  question: readonly [method: string, ...params: readonly unknown[]],
  decode: (answer: unknown) => A | null,
): Effect.Effect<A | null, RpcError> =>
  Effect.catchIf(
    fetchNode(rpc, question, decode),
    ({ reason }) => reason._tag === "Answered" || reason._tag === "Malformed",
    () => Effect.succeed(null),
  )
