import type { Connector } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import { persistedRecords } from "../storage/PersistedState.ts"
import type { ConnectionDeps } from "./openConnection.ts"
import { wasLeft } from "./sessionRecords.ts"

/**
 * Ends each wallet that the user disconnects in another tab, as long as the scope is open. `find` returns the wallet of a
 * namespace that is connected, or that would connect by itself.
 */
export const followOtherTabs = Effect.fnUntraced(function* (
  { memory, namespaces, watchStorage }: ConnectionDeps,
  find: (namespace: Namespace) => Connector | undefined,
  ended: (namespace: Namespace) => Effect.Effect<void>,
) {
  const scope = yield* Effect.scope
  const services = yield* Effect.context<never>()
  const follow = Effect.suspend(() => {
    const left = namespaces.filter((namespace) => {
      const connector = find(namespace)
      return connector !== undefined && wasLeft(memory, namespace, connector.id)
    })
    return Effect.forEach(left, ended, { discard: true })
  })
  yield* Effect.acquireRelease(
    Effect.sync(() =>
      watchStorage?.((key) => {
        if (key === persistedRecords.left.key) Fiber.runIn(Effect.runForkWith(services)(follow), scope)
      }),
    ),
    (unwatch) => Effect.sync(() => unwatch?.()),
  )
})
