import { explorerLink, type LedgerEntry } from "@wmodal/core/flows"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Asking } from "../../ui/Asking.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Icon, type IconName } from "../../ui/Icon.tsx"
import { EntryNext } from "./EntryNext.tsx"
import { phaseOf } from "./entryPhase.ts"
import { RaiseFee } from "./RaiseFee.tsx"
import { TransactionFacts } from "./TransactionFacts.tsx"
import { hashOf, transactionOf } from "./transactionOf.ts"

/** One transaction, and after sending its receipt: how far it has come, and what it is. */
export const Transaction = ({ transactionKey }: { readonly transactionKey: string }) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const { ledger, activity } = useFlows()
  const entries = useValue(ledger.entries)
  const known = transactionOf(transactionKey, entries, useValue(activity.state))
  const asked = known?.entry != null
  useEffect(() => {
    if (!asked) run(activity.load)
  }, [asked, run, activity])
  const leave = () => run(engine.router.reset({ _tag: "Account" }, "prev"))
  if (known === null) {
    return (
      <Empty icon="search" title={t("entry.unknown")} text={t("entry.unknownText")}>
        <Button onPress={leave}>{t("entry.done")}</Button>
      </Empty>
    )
  }
  const { entry, row } = known
  const hash = entry === null ? (row?.hash ?? null) : hashOf(entry)
  const networkId = entry?.network ?? row?.network
  const network = engine.networks.configured.find(({ caipNetworkId }) => caipNetworkId === networkId) ?? null
  const explorer = hash === null || network === null ? null : explorerLink(network, `tx/${hash}`)
  return (
    <>
      {entry !== null ? <Progress entry={entry} /> : row !== null && <Outcome status={row.status} />}
      {entry !== null && <RaiseFee entry={entry} />}
      <TransactionFacts known={known} network={network} />
      {hash !== null && (
        <div className="hero-chips">
          <CopyButton
            text={hash}
            label={t("entry.copyHash")}
            copied={t("shell.copied")}
            failed={t("shell.copyFailed")}
          />
          {explorer !== null && (
            <a
              className="chip"
              href={explorer}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t("entry.explorerOpens")}
            >
              <Icon name="external" />
              <span>{t("account.explorer")}</span>
            </a>
          )}
        </div>
      )}
      {entry !== null ? (
        <EntryNext entry={entry} network={network} onDone={leave} />
      ) : (
        <Button tone="quiet" onPress={() => run(engine.router.goBack)}>
          {t("entry.done")}
        </Button>
      )}
    </>
  )
}

const Sign = ({ icon }: { readonly icon: IconName }) => (
  <span className="sign">
    <Icon name={icon} />
  </span>
)

const Progress = ({ entry }: { readonly entry: LedgerEntry }) => {
  const { t } = useWords()
  const { title, text, icon, ring } = phaseOf(entry)
  const said = entry.state._tag === "NotSent" ? { text: entry.state.text } : undefined
  return <Asking picture={<Sign icon={icon} />} ring={ring} title={t(title)} text={t(text, said)} />
}

/** What only the history knows. */
const Outcome = ({ status }: { readonly status: "pending" | "confirmed" | "failed" }) => {
  const { t } = useWords()
  switch (status) {
    case "pending":
      return <Asking picture={<Sign icon="up" />} ring="turning" title={t("entry.sent")} />
    case "confirmed":
      return <Asking picture={<Sign icon="check" />} ring="ok" title={t("entry.confirmed")} />
    case "failed":
      return (
        <Asking
          picture={<Sign icon="close" />}
          ring="bad"
          title={t("entry.reverted")}
          text={t("entry.revertedText")}
        />
      )
  }
}
