import { Effect, SubscriptionRef } from "effect"
import type { Connection } from "../connection/Connection.ts"
import type { Toasts } from "../notices/Toasts.ts"
import { inWords } from "../problems/inWords.ts"
import type { Problem } from "../problems/Problem.ts"
import type { Router } from "../router/Router.ts"
import type { Connectors } from "./Connectors.ts"

interface PickSurroundings extends Pick<Connectors, "all" | "rows"> {
  readonly connection: Connection
  readonly router: Router
  readonly toasts: Toasts
  readonly emit: (name: string, properties: Readonly<Record<string, unknown>>) => Effect.Effect<void>
}

/** What a row, or one of the list of all wallets, does when picked. */
export const makePick = ({
  all,
  rows,
  connection,
  router,
  toasts,
  emit,
}: PickSurroundings): Pick<Connectors, "pick" | "pickEntry"> => {
  const telling = <E extends Problem>(picked: Effect.Effect<void, E>) =>
    Effect.catch(picked, (error) =>
      Effect.flatMap(inWords(error), ({ title }) => toasts.show("error", title)),
    )
  return {
    pick: (rowKey, namespace) =>
      telling(
        Effect.gen(function* () {
          const row = SubscriptionRef.getUnsafe(rows).find((one) => one.key === rowKey)
          if (row === undefined) return
          const connectors = row.connectors.filter((one) => (namespace ?? one.namespace) === one.namespace)
          if (connectors.length > 1) return yield* router.push({ _tag: "ConnectingMultiChain", rowKey })
          yield* emit("SELECT_WALLET", { name: row.name, platform: "browser" })
          const [connector] = connectors
          if (connector === undefined) return yield* router.push({ _tag: "ConnectingExternal", rowKey })
          yield* router.push({ _tag: "ConnectingExternal", rowKey, namespace: connector.namespace })
          yield* connection.connect(connector.id, connector.namespace)
        }),
      ),
    pickEntry: (entry) =>
      Effect.suspend(() => {
        SubscriptionRef.getUnsafe(all)
        return router.push({ _tag: "ConnectingWalletConnect", wallet: entry })
      }),
  }
}
