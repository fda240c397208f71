import type { AccountState } from "@wmodal/core"
import type { Holding, HoldingsState } from "@wmodal/core/flows"
import { Effect } from "effect"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { formatLocaleQuantity } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { LongList } from "../../ui/LongList.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { formatFiatAmount } from "../send/formatAmounts.ts"
import { FlowFailure } from "../wallet/FlowFailure.tsx"
import { RetryButton } from "./RetryButton.tsx"

/** Fraction digits of a token's quantity. Below one, more are shown, because a hundredth may be a lot. */
const digits = 2

const digitsBelowOne = 6

/** The quantity of one token, and its value when known. */
const TokenRow = ({ holding: { token, balance, value } }: { readonly holding: Holding }) => {
  const { locale } = useMessages()
  const { decimals } = token
  const most = balance < 10n ** BigInt(decimals) ? digitsBelowOne : digits
  const quantity = formatLocaleQuantity(locale, { units: balance, decimals }, digits, most)
  return (
    <div className="row plain still">
      <RemoteImage source={token.icon} name={token.symbol} shape="network" />
      <span className="row-text">
        <span className="row-title">
          <bdi>{token.name}</bdi>
        </span>
        <span className="row-detail">
          <bdi dir="ltr">{`${quantity} ${token.symbol}`}</bdi>
        </span>
      </span>
      {value !== null && (
        <span className="row-figure">
          <bdi dir="ltr">{formatFiatAmount(locale, value)}</bdi>
        </span>
      )}
    </div>
  )
}

/** The account's tokens on the current network. */
export const Tokens = ({ account }: { readonly account: AccountState }) => {
  const { engine, run } = useEngine()
  const { holdings } = useFlows()
  const state = useValue(holdings.state)
  useEffect(() => run(holdings.refresh), [run, holdings])
  const retry = () => run(Effect.all([holdings.refresh, engine.account.refresh]))
  return <TokensContent state={state} address={account.address} onRetry={retry} />
}

interface TokensContentProps {
  readonly state: HoldingsState
  readonly address: string
  readonly onRetry: () => void
}

const TokensContent = ({ state, address, onRetry }: TokensContentProps) => {
  const { t } = useMessages()
  switch (state._tag) {
    // No request has been sent for this account yet.
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
          {state.unsupported && (
            <Notice tone="info" title={t("tokens.unsupported")} text={t("tokens.unsupportedText")} />
          )}
          <HeldTokens holdings={state.holdings} />
          {!state.unsupported && state.holdings.every(({ balance }) => balance === 0n) && (
            <NoTokens address={address} />
          )}
        </>
      )
    case "Unavailable":
      return (
        <>
          <FlowFailure tone="warn" problem={state.problem} during="balance" />
          <RetryButton key={state.retryAt} at={state.retryAt} onPress={onRetry} />
          <HeldTokens holdings={state.holdings} />
        </>
      )
  }
}

const HeldTokens = ({ holdings }: { readonly holdings: readonly Holding[] }) => {
  const { t } = useMessages()
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
  const { t } = useMessages()
  return (
    <Empty icon="coin" title={t("tokens.none")} text={t("tokens.noneText")}>
      <CopyButton text={address} label={t("account.copy")} />
    </Empty>
  )
}
