import { getExplorerLink, getHash, type LedgerEntry } from "@wmodal/core/flows"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Icon, type IconName } from "../../ui/Icon.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { EntryAction } from "./EntryAction.tsx"
import { getEntryPhase } from "./entryPhase.ts"
import { FeeBumpPanel } from "./FeeBumpPanel.tsx"
import { findTransaction } from "./findTransaction.ts"
import { RevocationPanel } from "./RevocationPanel.tsx"
import { TransactionFacts } from "./TransactionFacts.tsx"

/** One transaction, and after sending its receipt: its status and its details. */
export const Transaction = ({ transactionKey }: { readonly transactionKey: string }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { ledger, activity } = useFlows()
  const entries = useValue(ledger.entries)
  const known = findTransaction(transactionKey, entries, useValue(activity.state))
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
  const hash = entry === null ? (row?.hash ?? null) : getHash(entry.state)
  const networkId = entry?.network ?? row?.network
  const network = engine.networks.configured.find(({ caipNetworkId }) => caipNetworkId === networkId) ?? null
  const explorer = hash === null || network === null ? null : getExplorerLink(network, `tx/${hash}`)
  return (
    <>
      {entry !== null ? <Progress entry={entry} /> : row !== null && <Outcome status={row.status} />}
      {entry !== null && <FeeBumpPanel entry={entry} />}
      {entry !== null && <RevocationPanel entry={entry} />}
      <TransactionFacts known={known} network={network} />
      {hash !== null && (
        <div className="hero-chips">
          <CopyButton text={hash} label={t("entry.copyHash")} />
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
        <EntryAction entry={entry} network={network} onDone={leave} />
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
  const { t } = useMessages()
  const { title, text, values, icon, ring } = getEntryPhase(entry)
  return <PendingStatus picture={<Sign icon={icon} />} ring={ring} title={t(title)} text={t(text, values)} />
}

/** The status of a transaction that only the history contains. */
const Outcome = ({ status }: { readonly status: "pending" | "confirmed" | "failed" }) => {
  const { t } = useMessages()
  switch (status) {
    case "pending":
      return <PendingStatus picture={<Sign icon="up" />} ring="turning" title={t("entry.sent")} />
    case "confirmed":
      return <PendingStatus picture={<Sign icon="check" />} ring="ok" title={t("entry.confirmed")} />
    case "failed":
      return (
        <PendingStatus
          picture={<Sign icon="close" />}
          ring="bad"
          title={t("entry.reverted")}
          text={t("entry.revertedText")}
        />
      )
  }
}
