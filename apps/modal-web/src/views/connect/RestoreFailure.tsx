import { type Problem, presentProblem, type WalletRow } from "@wmodal/core"
import { hasKey } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { ProblemNotice } from "../ProblemNotice.tsx"

export interface RestoreFailureProps {
  readonly problem: Problem
  readonly rows: readonly WalletRow[]
}

/** The reason why the session of an earlier visit was lost, and a way to reconnect if there is one. */
export const RestoreFailure = ({ problem, rows }: RestoreFailureProps) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const row = findRow(problem, rows)
  return (
    <ProblemNotice problem={problem}>
      {row && (
        <span className="notice-actions">
          {row.installed ? (
            <button type="button" className="chip" onClick={() => run(engine.connectors.pick(row.key))}>
              {t(`action.${presentProblem(problem).action}`)}
            </button>
          ) : (
            row.getUrl !== null && (
              <a className="chip" href={row.getUrl} target="_blank" rel="noopener noreferrer">
                {t("action.install")}
              </a>
            )
          )}
        </span>
      )}
    </ProblemNotice>
  )
}

/** Returns the row of a problem's wallet: by its connector, or by its name when the connector is gone. */
const findRow = (problem: Problem, rows: readonly WalletRow[]) => {
  if (!hasKey(problem, "connectorId")) return undefined
  const { connectorId } = problem
  const name = problem._tag === "RestoreError" ? problem.walletName : null
  return (
    rows.find(({ connectors }) => connectors.some(({ id }) => id === connectorId)) ??
    rows.find((row) => row.name === name)
  )
}
