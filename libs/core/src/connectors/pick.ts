import { Effect, SubscriptionRef } from "effect"
import type { Connection } from "../connection/Connection.ts"
import type { Networks } from "../networks/Networks.ts"
import type { Toasts } from "../notices/Toasts.ts"
import { present } from "../problems/present.ts"
import type { Router } from "../router/Router.ts"
import type { Connectors } from "./Connectors.ts"

interface PickSurroundings extends Pick<Connectors, "rows"> {
  readonly connection: Connection
  readonly networks: Networks
  readonly router: Router
  readonly toasts: Toasts
  readonly emit: (name: string, properties: Readonly<Record<string, unknown>>) => Effect.Effect<void>
}

/** What a row does when picked. */
export const makePick =
  ({ rows, connection, networks, router, toasts, emit }: PickSurroundings): Connectors["pick"] =>
  (rowKey) =>
    Effect.gen(function* () {
      const row = SubscriptionRef.getUnsafe(rows).find((one) => one.key === rowKey)
      if (row === undefined) return
      const { chainNamespace } = SubscriptionRef.getUnsafe(networks.selected)
      const connector = row.connectors.find((one) => one.namespace === chainNamespace) ?? row.connectors[0]
      yield* emit("SELECT_WALLET", { name: row.name, platform: "browser" })
      yield* router.push({ _tag: "ConnectingExternal", rowKey })
      if (connector !== undefined) yield* connection.connect(connector.id)
    }).pipe(Effect.catch((error) => toasts.show("error", present(error).title)))
