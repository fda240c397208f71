import type { BuyVisit, OnrampState } from "@wmodal/core/flows"
import { Effect } from "effect"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFunding } from "../../binding/useFunding.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Button } from "../../ui/Button.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { ArrivalNotice } from "./ArrivalNotice.tsx"
import { BuyDisabled } from "./BuyDisabled.tsx"

/** The provider's page before it is opened, and the purchase afterwards. */
export const BuyInProgress = () => {
  const { engine } = useEngine()
  return engine.options.features.onramp ? <Following /> : <BuyDisabled />
}

const Following = () => {
  const { t } = useMessages()
  const { onramp } = useFunding()
  const state = useValue(onramp.state)
  return state._tag === "Visiting" ? (
    <Visit state={state} />
  ) : (
    <div className="waiting">{t("buy.noVisit")}</div>
  )
}

type VisitingBuy = Extract<OnrampState, { readonly _tag: "Visiting" }>

const Visit = ({ state: { progress, visit } }: { readonly state: VisitingBuy }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { onramp } = useFunding()
  const provider = visit.provider.label
  const again = (
    <LinkButton href={visit.url} tone="quiet" label={t("buy.againOpens", { provider })}>
      {t("buy.again")}
    </LinkButton>
  )
  switch (progress._tag) {
    case "Ready":
      return (
        <div className="receive">
          <div className="hero">
            <h2>{t("buy.leaving", { provider })}</h2>
            <p className="hero-detail">{t("buy.leavingText")}</p>
          </div>
          <VisitFacts visit={visit} />
          <LinkButton
            href={visit.url}
            label={t("buy.continueOpens", { provider })}
            onPress={() => run(onramp.follow)}
          >
            {t("buy.continue", { provider })}
          </LinkButton>
        </div>
      )
    case "Waiting":
    case "Paid":
      return (
        <div className="receive">
          <div className="hero" role="status">
            <span className="spinner" aria-hidden="true" />
            <h2>{t(progress._tag === "Paid" ? "buy.paid" : "buy.waiting")}</h2>
            <p className="hero-detail">
              {t(progress._tag === "Paid" ? "buy.paidText" : "buy.waitingText", {
                provider,
                symbol: visit.token.symbol,
              })}
            </p>
          </div>
          <VisitFacts visit={visit} />
          {again}
        </div>
      )
    case "Arrived":
      return (
        <div className="receive">
          <ArrivalNotice title={t("buy.arrived", { amount: progress.bought })} text={t("buy.arrivedText")} />
          {engine.options.features.history && (
            <Button
              onPress={() =>
                run(
                  Effect.andThen(
                    engine.router.reset({ _tag: "Account" }),
                    engine.router.push({ _tag: "Transactions" }),
                  ),
                )
              }
            >
              {t("buy.activity")}
            </Button>
          )}
          <Button tone="quiet" onPress={() => run(engine.router.reset({ _tag: "Account" }))}>
            {t("buy.toAccount")}
          </Button>
        </div>
      )
    case "Failed":
      return (
        <div className="receive">
          <Notice tone="bad" title={t("buy.failed")} text={t("buy.failedText", { provider })} />
          <Button onPress={() => run(Effect.andThen(onramp.leave, engine.router.goBack))}>
            {t("buy.retry")}
          </Button>
        </div>
      )
    case "Late":
      return (
        <div className="receive">
          <Notice tone="warn" title={t("buy.late")} text={t("buy.lateText")} />
          <Button onPress={() => run(onramp.follow)}>{t("buy.keepWaiting")}</Button>
          {again}
        </div>
      )
  }
}

/** Where the page is, and where it sends what is bought. */
const VisitFacts = ({ visit: { address, host, network } }: { readonly visit: BuyVisit }) => {
  const { t } = useMessages()
  return (
    <DetailList>
      <DetailRow name={t("buy.page")}>
        <bdi dir="ltr">{host}</bdi>
      </DetailRow>
      <DetailRow name={t("buy.network")}>{network.name}</DetailRow>
      <DetailRow name={t("buy.to")} wide>
        <AddressGroups address={address} />
      </DetailRow>
    </DetailList>
  )
}
