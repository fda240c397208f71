import type { SiwxState } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useSiwx } from "../../binding/useSiwx.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { SiteAsks } from "../request/ReviewRequest.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { findNetwork } from "./findNetwork.ts"
import { SiwxReview } from "./SiwxReview.tsx"

/** The sign-in of the active account: the message in words, then the wallet. */
export const SiwxView = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const state = useValue(engine.siwx.state)
  switch (state._tag) {
    case "Off":
    case "SignedOut":
    case "SignedIn":
      return <Empty icon="pen" title={t("siwx.none")} text={t("siwx.noneText")} />
    case "Checking":
      return <Pending label={t("siwx.checking")} />
    case "Preparing":
      return <Pending label={t("siwx.preparing")} />
    case "Storing":
      return <Pending label={t("siwx.storing")} />
    case "Failed":
      return <NoMessage state={state} />
    case "Reviewing":
      return <SiwxReview key={state.message} state={state} />
    case "Asking":
      return <AwaitingSignature state={state} />
  }
}

const Pending = ({ label }: { readonly label: string }) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const siwx = useSiwx()
  return (
    <div className="send">
      <SiteAsks what={t("siwx.asks")} />
      <Skeleton rows={3} label={label} />
      <Button tone="quiet" onPress={() => run(siwx.cancel)}>
        {t("shell.cancel")}
      </Button>
    </div>
  )
}

const NoMessage = ({
  state: { problem },
}: {
  readonly state: Extract<SiwxState, { readonly _tag: "Failed" }>
}) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const siwx = useSiwx()
  return (
    <div className="send">
      <SiteAsks what={t("siwx.asks")} />
      <FlowFailure problem={problem} during="sign" />
      <div className="send-buttons">
        <Button tone="quiet" onPress={() => run(siwx.cancel)}>
          {t("shell.cancel")}
        </Button>
        <Button onPress={() => run(siwx.retry)}>{t("action.tryAgain")}</Button>
      </div>
    </div>
  )
}

const AwaitingSignature = ({
  state: { account, slow },
}: {
  readonly state: Extract<SiwxState, { readonly _tag: "Asking" }>
}) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const siwx = useSiwx()
  return (
    <WalletPrompt
      network={findNetwork(engine, account)}
      text={(wallet) => t("siwx.askingText", { wallet: isolateText(wallet) })}
      slow={slow ? "siwx.slowText" : null}
      onStop={() => run(siwx.back)}
    >
      <SiteAsks what={t("siwx.asks")} />
    </WalletPrompt>
  )
}
