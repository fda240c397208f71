import type { RequestQueueState } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"

export interface WaitingForRequestProps {
  readonly state: Extract<RequestQueueState, { readonly _tag: "Asking" }>
}

/** The wallet has the request. Leaving the view does not cancel it. */
export const WaitingForRequest = ({ state: { asked, explained, slow } }: WaitingForRequestProps) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const [first, ...others] = explained.calls
  return (
    <WalletPrompt
      network={asked.network}
      text={(wallet) => t("request.askingText", { wallet: isolateText(wallet) })}
      slow={slow ? "request.slowText" : null}
      onStop={() => run(engine.router.goBack)}
    >
      {first.intent !== null && (
        <strong>
          <bdi>{first.intent}</bdi>
        </strong>
      )}
      {others.length === 0 && <AddressGroups address={first.contract ?? first.digest} />}
    </WalletPrompt>
  )
}
