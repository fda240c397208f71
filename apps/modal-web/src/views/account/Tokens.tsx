import type { AccountState } from "@wmodal/core"
import { type Holding, type HoldingsState, presentFlow } from "@wmodal/core/flows"
import { Effect } from "effect"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { LongList } from "../../ui/LongList.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { RetryButton } from "./RetryButton.tsx"
import { TokenRow } from "./TokenRow.tsx"

/** What the account holds on the network shown. */
export const Tokens = ({ account }: { readonly account: AccountState }) => {
  const { engine, run } = useEngine()
  const { holdings } = useFlows()
  const state = useValue(holdings.state)
  useEffect(() => run(holdings.refresh), [run, holdings])
  const retry = () => run(Effect.all([holdings.refresh, engine.account.refresh]))
  return <TokensIn state={state} address={account.address} onRetry={retry} />
}

interface TokensInProps {
  readonly state: HoldingsState
  readonly address: string
  readonly onRetry: () => void
}

const TokensIn = ({ state, address, onRetry }: TokensInProps) => {
  const { t, say } = useWords()
  switch (state._tag) {
    // Of an account that is shown, nothing has been asked yet.
    case "Disconnected":
    case "Loading":
      return <Skeleton rows={3} label={t("tokens.loading")} />
    case "Held":
      return (
        <>
          {state.stale && (
            <>
              <Notice tone="warn" title={t("account.balanceOld")} />
              <RetryButton key={state.retryAt} at={state.retryAt} onPress={onRetry} />
            </>
          )}
          <TokenList holdings={state.holdings} />
          {state.holdings.every(({ balance }) => balance === 0n) && <NoTokens address={address} />}
        </>
      )
    case "Unavailable": {
      const { title, body } = presentFlow(state.problem, "balance")
      return (
        <>
          <Notice tone="warn" title={say(title)} text={say(body)} />
          <RetryButton key={state.retryAt} at={state.retryAt} onPress={onRetry} />
          <TokenList holdings={state.holdings} />
        </>
      )
    }
  }
}

const TokenList = ({ holdings }: { readonly holdings: readonly Holding[] }) => {
  const { t } = useWords()
  if (holdings.length === 0) return null
  return (
    <LongList
      label={t("account.tokens")}
      items={holdings}
      keyOf={({ token }) => token.address ?? "native"}
      render={(holding) => <TokenRow holding={holding} />}
      total={holdings.length}
      itemSize={60}
    />
  )
}

const NoTokens = ({ address }: { readonly address: string }) => {
  const { t } = useWords()
  return (
    <Empty icon="coin" title={t("tokens.none")} text={t("tokens.noneText")}>
      <CopyButton
        text={address}
        label={t("account.copy")}
        copied={t("shell.copied")}
        failed={t("shell.copyFailed")}
      />
    </Empty>
  )
}
