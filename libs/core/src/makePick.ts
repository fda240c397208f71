import { type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connection } from "./connection/Connection.ts"
import type { Connectors, WalletRow } from "./connectors/Connectors.ts"
import type { ConnectorsInternal } from "./connectors/makeConnectors.ts"
import type { WalletEntry } from "./connectors/WalletEntry.ts"
import type { EmitEvent } from "./EngineEvent.ts"
import type { Toasts } from "./notices/Toasts.ts"
import type { Pairing } from "./pairing/Pairing.ts"
import type { EngineError } from "./problems/EngineError.ts"
import { describeProblem } from "./problems/problemText.ts"
import type { Router } from "./router/Router.ts"

interface PickDeps extends Pick<ConnectorsInternal, "rows" | "rowOf"> {
  readonly pairing: Pick<Pairing, "available">
  readonly mobile: boolean
  readonly connection: Connection
  readonly router: Router
  readonly toasts: Toasts
  readonly emit: EmitEvent
}

/** Returns true when the wallet exists other than as a missing browser extension. */
const isReachable = ({ links, rdns, stores }: WalletEntry) =>
  (links.mobile ?? links.desktop ?? links.webapp) !== null || (rdns ?? stores.chromeStore) === null

/** Makes the functions that pick a row, or an entry of the list of all wallets. */
export const makePick = ({
  rows,
  rowOf,
  pairing,
  mobile,
  connection,
  router,
  toasts,
  emit,
}: PickDeps): Pick<Connectors, "pick" | "pickEntry"> => {
  const select = (name: string, platform: string) => emit("SELECT_WALLET", { name, platform })

  const telling = (picked: Effect.Effect<void, EngineError>) =>
    Effect.catch(picked, (error) =>
      Effect.flatMap(describeProblem(error), ({ title }) => toasts.show("error", title)),
    )

  const pickElsewhere = (wallet: WalletEntry | null, namespace?: Namespace) =>
    Effect.gen(function* () {
      yield* select(wallet?.name ?? "WalletConnect", wallet !== null && mobile ? "mobile" : "qrcode")
      yield* router.push({
        _tag: "ConnectingWalletConnect",
        wallet,
        ...(namespace === undefined ? {} : { namespace }),
      })
    })

  const pickRow = ({ key: rowKey, group, name, entry, ...row }: WalletRow, namespace?: Namespace) =>
    Effect.gen(function* () {
      if (group === "walletConnect") return yield* pickElsewhere(null, namespace)
      const connectors = row.connectors.filter((one) => (namespace ?? one.namespace) === one.namespace)
      if (connectors.length > 1) return yield* router.push({ _tag: "ConnectingMultiChain", rowKey })
      const [connector] = connectors
      if (!row.installed && pairing.available && entry !== null && isReachable(entry))
        return yield* pickElsewhere(entry, namespace)
      yield* select(name, "browser")
      if (connector === undefined) return yield* router.push({ _tag: "ConnectingExternal", rowKey })
      yield* router.push({ _tag: "ConnectingExternal", rowKey, namespace: connector.namespace })
      yield* connection.connect(connector.id, connector.namespace)
    })

  return {
    pick: (rowKey, namespace) =>
      Effect.suspend(() => {
        const row = SubscriptionRef.getUnsafe(rows).find(({ key }) => key === rowKey)
        return row === undefined ? Effect.void : telling(pickRow(row, namespace))
      }),
    pickEntry: (entry) =>
      Effect.suspend(() => {
        const row = rowOf(entry)
        if (row !== null) return telling(pickRow(row))
        return pairing.available && isReachable(entry)
          ? telling(pickElsewhere(entry))
          : Effect.andThen(select(entry.name, "browser"), router.push({ _tag: "Downloads", wallet: entry }))
      }),
  }
}
