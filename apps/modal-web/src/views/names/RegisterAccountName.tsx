import type { NamesState } from "@wmodal/core/flows"
import { getConnected } from "../../binding/connectionStates.ts"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useNames } from "../../binding/useNames.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { isEmbedded } from "../email/isEmbedded.ts"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { NameForm } from "./NameForm.tsx"
import { NameReview } from "./NameReview.tsx"

/** The registration of a name: the form, the review, the wallet, then the registry. */
export const RegisterAccountName = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const state = useValue(useNames().state)
  const { chainNamespace } = useValue(engine.networks.shown).network
  const connected = getConnected(useValue(engine.connection.state), chainNamespace)
  if (!isEmbedded(connected))
    return <Empty icon="person" title={t("names.none")} text={t("names.noneText")} />
  switch (state._tag) {
    case "Editing":
      return <NameForm state={state} />
    case "Reviewing":
      return <NameReview state={state} />
    case "Asking":
      return <AwaitingSignature state={state} />
    case "Registering":
      return <Registering name={state.review.name} />
    case "Registered":
      return <Registering name={state.name} />
  }
}

const AwaitingSignature = ({
  state: { review, slow },
}: {
  readonly state: Extract<NamesState, { readonly _tag: "Asking" }>
}) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const names = useNames()
  return (
    <WalletPrompt
      network={review.network}
      text={(wallet) => t("names.askingText", { wallet: isolateText(wallet) })}
      slow={slow ? "names.slowText" : null}
      onStop={() => run(names.back)}
    >
      <bdi dir="ltr">{review.name}</bdi>
    </WalletPrompt>
  )
}

const Registering = ({ name }: { readonly name: string }) => {
  const { t } = useMessages()
  return (
    <FocusOnMount>
      <PendingStatus
        picture={
          <span className="empty-icon">
            <Icon name="person" />
          </span>
        }
        ring="turning"
        title={t("names.registering", { name: isolateText(name) })}
        text={t("names.registeringText")}
      />
    </FocusOnMount>
  )
}
