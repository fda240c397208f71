import type { SendReview } from "@wmodal/core/flows"
import { connectedIn } from "../../binding/connected.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Asking } from "../../ui/Asking.tsx"
import { Button } from "../../ui/Button.tsx"
import { Focused } from "../../ui/Focused.tsx"
import { Picture } from "../../ui/Picture.tsx"
import { exactSum, isolated } from "./sums.ts"

export interface AskingToSendProps {
  readonly review: SendReview
  readonly slow: boolean
}

/** The wallet has the question. Whoever stops waiting takes nothing back, and is told so. */
export const AskingToSend = ({ review, slow }: AskingToSendProps) => {
  const { engine, run } = useEngine()
  const { t, locale } = useWords()
  const { send } = useFlows()
  const connected = connectedIn(useValue(engine.connection.state))
  const wallet = connected?.wallet.name ?? t("send.yourWallet")
  const amount = isolated(exactSum(locale, review.amount, review.holding.token))
  return (
    <Focused>
      <Asking
        picture={<Picture source={connected?.wallet.icon ?? null} name={wallet} shape="wallet" size="big" />}
        ring="turning"
        title={t(slow ? "send.slow" : "send.asking")}
        text={slow ? t("send.slowText") : t("send.askingText", { wallet, amount })}
      >
        <div className="send-card centred">
          {review.to.name !== null && <strong>{review.to.name}</strong>}
          <AddressGroups address={review.to.address} />
        </div>
        <Button tone="quiet" onPress={() => run(send.back)}>
          {t("send.stopWaiting")}
        </Button>
      </Asking>
    </Focused>
  )
}
