import type { View } from "@wmodal/core"
import type { FlowProblem, Token } from "@wmodal/core/flows"
import type { ReactNode } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { formatShortAmount } from "../send/formatAmounts.ts"
import { FieldError } from "./FlowNotice.tsx"

export interface TokenAmountCardProps {
  /** `null` while no token is selected. */
  readonly token: Token | null
  /** The label of a selected token. */
  readonly label: string
  /** The view that lists the tokens. */
  readonly choose: View
  readonly error: FlowProblem | null
  readonly errorId: string
  readonly stale?: boolean
  readonly above?: ReactNode
  readonly below: ReactNode
  /** The amount. */
  readonly children: ReactNode
}

/** An amount and its token, with the error of the amount. A press on the token opens the list of tokens. */
export const TokenAmountCard = (props: TokenAmountCardProps) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { token, error } = props
  return (
    <div className="send-card" data-invalid={error !== null} data-stale={props.stale}>
      {props.above}
      <div className="amount-row">
        {props.children}
        <button type="button" className="token-button" onClick={() => run(engine.router.push(props.choose))}>
          {token === null ? (
            <span>{t("send.chooseToken")}</span>
          ) : (
            <>
              <span className="hidden">{props.label}</span>
              <RemoteImage source={token.icon} name={token.symbol} shape="network" />
              <bdi aria-hidden="true">{token.symbol}</bdi>
            </>
          )}
          <Icon name="down" />
        </button>
      </div>
      {props.below}
      {error !== null && <FieldError id={props.errorId} error={error} />}
    </div>
  )
}

export interface AvailableProps {
  readonly id: string
  readonly token: Token
  /** Base units. */
  readonly balance: bigint
  /** True when the maximum is selected; absent when that is unknown. */
  readonly isMax?: boolean
  readonly onMax: () => void
}

/** The available balance, and a button that sets the amount to it. */
export const Available = ({ id, token, balance, isMax, onMax }: AvailableProps) => {
  const { t, locale } = useMessages()
  return (
    <span className="amount-have">
      <bdi id={id}>{t("send.available", { amount: formatShortAmount(locale, balance, token) })}</bdi>
      <button
        type="button"
        className="text-button"
        aria-label={t(token.address === null ? "send.maxLessFee" : "send.maxLabel")}
        aria-pressed={isMax}
        onClick={onMax}
      >
        {t("send.max")}
      </button>
    </span>
  )
}
