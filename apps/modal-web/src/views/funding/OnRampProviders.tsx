import type { OnrampState } from "@wmodal/core/flows"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFunding } from "../../binding/useFunding.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { BuyDisabled } from "./BuyDisabled.tsx"
import { BuyForm } from "./BuyForm.tsx"

/** The amount, the token and the providers of a purchase. */
export const OnRampProviders = () =>
  useEngine().engine.options.features.onramp ? <Choosing /> : <BuyDisabled />

const Choosing = () => {
  const { run } = useEngine()
  const { onramp } = useFunding()
  const state = useValue(onramp.state)
  useEffect(() => run(onramp.begin), [run, onramp])
  return <BuyContent state={state} />
}

const BuyContent = ({ state }: { readonly state: OnrampState }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { onramp } = useFunding()
  const { network } = useValue(engine.networks.shown)
  switch (state._tag) {
    case "Disconnected":
      return <div className="waiting">{t("account.none")}</div>
    case "Loading":
      return <Skeleton rows={4} label={t("buy.loading")} />
    case "NotOffered": {
      const name = `buy.none.${state.because}` as const
      return (
        <Empty icon="plus" title={t(name, { network: network.name })} text={t(`${name}Text`)}>
          {state.because === "network" && (
            <Button onPress={() => run(engine.router.push({ _tag: "Networks" }))}>
              {t("networks.title")}
            </Button>
          )}
        </Empty>
      )
    }
    case "Failed":
      return <FlowFailure problem={state.problem} during="buy" onRetry={() => run(onramp.leave)} />
    case "Choosing":
      return <BuyForm state={state} />
    case "Visiting":
      return (
        <>
          <Notice tone="info" title={t("buy.open")} text={t("buy.openText")} />
          <div className="send-buttons">
            <Button tone="quiet" onPress={() => run(onramp.leave)}>
              {t("buy.another")}
            </Button>
            <Button onPress={() => run(engine.router.push({ _tag: "BuyInProgress" }))}>
              {t("buy.show")}
            </Button>
          </div>
        </>
      )
  }
}
