import type { Holding } from "@wmodal/core/flows"
import { Effect } from "effect"
import { useEffect } from "react"
import { useFlowView } from "../../binding/useFlowView.ts"
import { useValue } from "../../binding/useValue.ts"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { RetryButton } from "../account/RetryButton.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { TokenList } from "../wallet/TokenList.tsx"

/** The tokens of the account that can be sent, by value, descending. */
export const WalletSendSelectToken = () => {
  const { engine, run, holdings, send, t } = useFlowView()
  const state = useValue(holdings.state)
  const chosen = useValue(send.state)
  const account = useValue(engine.account.state)
  const { network } = useValue(engine.networks.shown)
  useEffect(() => run(holdings.refresh), [run, holdings])

  const pick = (holding: Holding) => run(Effect.andThen(send.chooseToken(holding), engine.router.goBack))
  const current = chosen._tag === "Editing" ? (chosen.form.holding?.token ?? null) : null
  const list = (all: readonly Holding[]) => {
    const held = all.filter(({ balance }) => balance > 0n)
    return held.length === 0 ? (
      <Empty
        icon="wallet"
        title={t("send.nothingHeld")}
        text={t("send.nothingHeldText", { network: network.name })}
      >
        {account !== null && <CopyButton text={account.address} label={t("account.copy")} />}
      </Empty>
    ) : (
      <TokenList groups={[{ name: null, tokens: held }]} current={current} onPick={pick} />
    )
  }

  switch (state._tag) {
    case "Disconnected":
      return <div className="waiting">{t("account.none")}</div>
    case "Loading":
      return <Skeleton rows={3} label={t("send.tokensLoading")} />
    case "Held":
      return (
        <>
          {state.stale && <Notice tone="warn" title={t("send.tokensOld")} />}
          {list(state.holdings)}
        </>
      )
    case "Unavailable":
      return (
        <>
          <FlowFailure tone="warn" problem={state.problem} during="balance" />
          <RetryButton key={state.retryAt} at={state.retryAt} onPress={() => run(holdings.refresh)} />
          {state.holdings.length > 0 && list(state.holdings)}
        </>
      )
  }
}
