import type { SwapToken } from "@wmodal/core/flows"
import { hasKey } from "@wmodal/protocol"
import { Effect } from "effect"
import { useFlowView } from "../../binding/useFlowView.ts"
import { useValue } from "../../binding/useValue.ts"
import type { Translate } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { type TokenGroup, TokenList } from "../wallet/TokenList.tsx"

export interface SwapSelectTokenProps {
  readonly target: "source" | "destination"
}

const isHeld = ({ balance }: SwapToken) => balance !== null && balance > 0n

const groupTokens = (tokens: readonly SwapToken[], t: Translate["t"]): readonly TokenGroup<SwapToken>[] => [
  { name: t("swap.yours"), tokens: tokens.filter(isHeld) },
  { name: t("swap.suggested"), tokens: tokens.filter((one) => !isHeld(one) && one.suggested) },
  { name: t("swap.others"), tokens: tokens.filter((one) => !isHeld(one) && !one.suggested) },
]

/** The tokens that can be swapped: the account's first, then the well-known ones. */
export const SwapSelectToken = ({ target }: SwapSelectTokenProps) => {
  const { engine, run, swap, t } = useFlowView()
  const state = useValue(swap.tokens)
  const chosen = useValue(swap.state)
  const { network } = useValue(engine.networks.shown)
  const choose = target === "source" ? swap.chooseSource : swap.chooseDestination
  const pick = (token: SwapToken) => run(Effect.andThen(choose(token), engine.router.goBack))

  switch (state._tag) {
    case "Loading":
      return <Skeleton rows={5} label={t("swap.loading")} />
    case "Failed":
      return (
        <>
          <FlowFailure problem={state.error} />
          <Button onPress={() => run(swap.begin)}>{t("shell.tryAgain")}</Button>
        </>
      )
    case "Listed":
      return state.tokens.length === 0 ? (
        <Empty icon="coin" title={t("swap.none")} text={t("swap.noneText", { network: network.name })} />
      ) : (
        <TokenList
          groups={groupTokens(state.tokens, t)}
          current={
            hasKey(chosen, "form") && hasKey(chosen.form, "source")
              ? (chosen.form[target]?.token ?? null)
              : null
          }
          onPick={pick}
        />
      )
  }
}
