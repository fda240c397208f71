import type { RequestsState } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useWords } from "../../messages/Words.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { isolated } from "../send/sums.ts"
import { WalletAsked } from "../wallet/WalletAsked.tsx"

export interface AskingForRequestProps {
  readonly state: Extract<RequestsState, { readonly _tag: "Asking" }>
}

/** The wallet has the question. Whoever looks away leaves it there. */
export const AskingForRequest = ({ state: { asked, explained, slow } }: AskingForRequestProps) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const [first, ...others] = explained.calls
  return (
    <WalletAsked
      network={asked.network}
      text={(wallet) => t("request.askingText", { wallet: isolated(wallet) })}
      slow={slow ? "request.slowText" : null}
      onStop={() => run(engine.router.goBack)}
    >
      {first.intent !== null && (
        <strong>
          <bdi>{first.intent}</bdi>
        </strong>
      )}
      {others.length === 0 && <AddressGroups address={first.contract ?? first.digest} />}
    </WalletAsked>
  )
}
