import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { useReviewPlace } from "../wallet/useReviewPlace.ts"
import { AskingToSend } from "./AskingToSend.tsx"
import { Review } from "./Review.tsx"
import { SendOff } from "./SendOff.tsx"

/** A payment is looked at as a whole, confirmed, and left to the wallet. */
export const WalletSendPreview = () =>
  useEngine().engine.options.features.send ? <Previewing /> : <SendOff />

const Previewing = () => {
  const { t } = useWords()
  const { send } = useFlows()
  const state = useValue(send.state)
  useReviewPlace({
    left: state._tag === "Left" ? state.entry : null,
    editing: state._tag === "Editing",
    form: "WalletSend",
  })

  switch (state._tag) {
    case "Reviewing":
      return <Review state={state} />
    case "Asking":
      return <AskingToSend review={state.review} slow={state.slow} />
    case "Editing":
    case "Left":
      return <div className="waiting">{t("shell.loading")}</div>
  }
}
