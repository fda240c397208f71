import { isNotFound, type Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"

/** Sends one request to a node. Fails as `Malformed` if `decode` returns `null`. */
export const fetchNode = <A>(
  rpc: Rpc,
  [method, ...params]: readonly [method: string, ...params: readonly unknown[]],
  decode: (answer: unknown) => A | null,
): Effect.Effect<A, RpcError> => decodeAnswer(method, rpc.request(method, params), decode)

const decodeAnswer = <A>(
  method: string,
  asked: Effect.Effect<unknown, RpcError>,
  decode: (answer: unknown) => A | null,
): Effect.Effect<A, RpcError> =>
  Effect.flatMap(asked, (answer) => {
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

/** Fetches what a node may not have, which it says by `null` or by an error. `decode` gets `null` for both. */
export const fetchKnown = <A>(
  rpc: Rpc,
  [method, ...params]: readonly [method: string, ...params: readonly unknown[]],
  decode: (answer: unknown) => A | null,
): Effect.Effect<A, RpcError> =>
  decodeAnswer(
    method,
    Effect.catchIf(
      rpc.request(method, params),
      ({ reason }) => isNotFound(reason),
      () => Effect.succeed(null),
    ),
    decode,
  )

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
