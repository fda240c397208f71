import type { WalletRow } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { Suspense } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { chains, connecting, trouble } from "../../chunks.ts"
import { useWords } from "../../messages/Words.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { Picture } from "../../ui/Picture.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { NotLoaded } from "../NotLoaded.tsx"
import { lostIn } from "./lostIn.ts"

export interface ConnectProps {
  /** Where a chain is asked for: those that speak it, and no others. */
  readonly namespace?: Namespace | undefined
}

/** The wallets that a person can connect, what is installed first. */
export const Connect = ({ namespace }: ConnectProps) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const discovery = useValue(engine.connectors.discovery)
  const all = useValue(engine.connectors.rows)
  // Without a chain's code nobody knows which wallets are missing: none is called so.
  const rows = all.filter(
    ({ connectors, installed }) =>
      (installed || discovery !== "failed") &&
      (namespace === undefined || connectors.some((one) => one.namespace === namespace)),
  )
  return (
    <>
      <Lost rows={rows} />
      {namespace && (
        <Suspense>
          <chains.Show>{({ ForChain }) => <ForChain namespace={namespace} />}</chains.Show>
        </Suspense>
      )}
      {discovery === "failed" && <NotLoaded onRetry={() => run(engine.connectors.retry)} />}
      {rows.length > 0 ? (
        <ul className="list" aria-label={t("connect.wallets")}>
          {rows.map((row) => (
            <li key={row.key}>
              <Row
                row={row}
                known={discovery === "done"}
                onPick={() => run(engine.connectors.pick(row.key, namespace))}
              />
            </li>
          ))}
        </ul>
      ) : discovery === "looking" ? (
        <Skeleton rows={3} label={t("connect.looking")} />
      ) : discovery === "done" ? (
        <Empty icon="wallet" title={t("connect.emptyTitle")} text={t("connect.emptyText")}>
          <Button onPress={() => location.reload()}>{t("connect.reload")}</Button>
        </Empty>
      ) : null}
      <p className="hidden" role="status">
        {discovery === "done" && rows.length > 0 && t("connect.found", { count: rows.length })}
      </p>
    </>
  )
}

interface RowProps {
  readonly row: WalletRow
  /** Whether every wallet that is installed has been found. */
  readonly known: boolean
  readonly onPick: () => void
}

const Row = ({ row, known, onPick }: RowProps) => {
  const { t } = useWords()
  return (
    <ListItem
      picture={<Picture source={row.icon} name={row.name} shape="wallet" />}
      title={row.name}
      detail={
        row.connectors.length > 1 ? (
          <Suspense fallback={t("connect.installed")}>
            <chains.Show>{({ RowChains }) => <RowChains connectors={row.connectors} />}</chains.Show>
          </Suspense>
        ) : row.installed ? (
          t("connect.installed")
        ) : (
          known && t("connect.getIt")
        )
      }
      onIntent={connecting.prefetch}
      onPress={onPick}
      end={
        row.recent ? (
          <Badge>{t("connect.recent")}</Badge>
        ) : (
          row.installed && <Badge tone="ok">{t("connect.ready")}</Badge>
        )
      }
    />
  )
}

/** Hardly anybody needs its words: they come when they do. */
const Lost = ({ rows }: { readonly rows: readonly WalletRow[] }) => {
  const { engine } = useEngine()
  const problem = lostIn(useValue(engine.connection.state))
  return (
    problem && (
      <Suspense>
        <trouble.Show>
          {({ RestoreFailure }) => <RestoreFailure problem={problem} rows={rows} />}
        </trouble.Show>
      </Suspense>
    )
  )
}
