import type { Problem, WalletRow } from "@wmodal/core"
import { present } from "@wmodal/core"
import { Effect } from "effect"
import { useEffect, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { connecting } from "../../chunks.ts"
import { useWords } from "../../messages/Words.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { Picture } from "../../ui/Picture.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"

/** The wallets that a person can connect, what is installed first. */
export const Connect = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const rows = useValue(engine.connectors.rows)
  const ready = useReady()
  return (
    <>
      <RestoreFailure rows={rows} />
      {rows.length > 0 ? (
        <ul className="list" aria-label={t("connect.wallets")}>
          {rows.map((row) => (
            <li key={row.key}>
              <Row row={row} onPick={() => run(engine.connectors.pick(row.key))} />
            </li>
          ))}
        </ul>
      ) : ready ? (
        <Empty icon="wallet" title={t("connect.emptyTitle")} text={t("connect.emptyText")}>
          <Button onPress={() => location.reload()}>{t("connect.reload")}</Button>
        </Empty>
      ) : (
        <Skeleton rows={3} label={t("connect.looking")} />
      )}
      <p className="hidden" role="status">
        {ready && rows.length > 0 && t("connect.found", { count: rows.length })}
      </p>
    </>
  )
}

const Row = ({ row, onPick }: { readonly row: WalletRow; readonly onPick: () => void }) => {
  const { t } = useWords()
  return (
    <ListItem
      picture={<Picture source={row.icon} name={row.name} shape="wallet" />}
      title={row.name}
      detail={row.installed ? t("connect.installed") : t("connect.getIt")}
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

/** Why the session of an earlier visit is gone, with the way to have it again where there is one. */
const RestoreFailure = ({ rows }: { readonly rows: readonly WalletRow[] }) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const states = useValue(engine.connection.state)
  const lost = Object.values(states).find((state) => state._tag === "Disconnected" && state.because !== null)
  if (lost?._tag !== "Disconnected" || lost.because === null) return null
  const row = rowOf(lost.because, rows)
  return (
    <ProblemNotice problem={lost.because}>
      {row && (
        <span className="notice-actions">
          {row.installed ? (
            <button type="button" className="chip" onClick={() => run(engine.connectors.pick(row.key))}>
              {t(`action.${present(lost.because).action}`)}
            </button>
          ) : (
            row.getUrl !== null && (
              <a
                className="chip"
                href={row.getUrl}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t("connecting.getOpens", { wallet: row.name })}
              >
                {t("connecting.get", { wallet: row.name })}
              </a>
            )
          )}
        </span>
      )}
    </ProblemNotice>
  )
}

/** The row of the wallet that a problem tells of: by its connector, else, when it is gone, by its name. */
const rowOf = (problem: Problem, rows: readonly WalletRow[]) => {
  if (!("connectorId" in problem)) return undefined
  const { connectorId } = problem
  const name = problem._tag === "RestoreError" ? problem.walletName : null
  return (
    rows.find(({ connectors }) => connectors.some(({ id }) => id === connectorId)) ??
    rows.find((row) => row.name === name)
  )
}

/** False until discovery has answered once. */
const useReady = () => {
  const { engine, run } = useEngine()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let shown = true
    run(
      Effect.andThen(
        engine.ready,
        Effect.sync(() => {
          if (shown) setReady(true)
        }),
      ),
    )
    return () => {
      shown = false
    }
  }, [engine, run])
  return ready
}
