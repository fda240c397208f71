import type { Holding } from "@wmodal/core/flows"
import { useState } from "react"
import { fiatText } from "../../messages/numbers.ts"
import { useWords } from "../../messages/Words.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { LongList } from "../../ui/LongList.tsx"
import { Picture } from "../../ui/Picture.tsx"
import { shortSum } from "./sums.ts"

export interface TokenListProps {
  readonly holdings: readonly Holding[]
  readonly current: Holding | null
  readonly onPick: (holding: Holding) => void
}

const isOf = (holding: Holding, other: Holding | null) =>
  other !== null &&
  holding.token.network === other.token.network &&
  holding.token.address === other.token.address

const fits = ({ token: { name, symbol, address } }: Holding, wanted: string) =>
  [name, symbol, address ?? ""].some((text) => text.toLowerCase().includes(wanted))

/** What is held, to choose from, by name, symbol or contract. */
export const TokenList = ({ holdings, current, onPick }: TokenListProps) => {
  const { t } = useWords()
  const [search, setSearch] = useState("")
  const wanted = search.trim().toLowerCase()
  const found = holdings.filter((holding) => fits(holding, wanted))
  return (
    <>
      <label className="field">
        <Icon name="search" />
        <input
          type="search"
          value={search}
          aria-label={t("send.search")}
          placeholder={t("send.search")}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSearch(event.target.value)}
        />
      </label>
      <p className="hidden" role="status">
        {wanted !== "" && t("send.tokenCount", { count: found.length })}
      </p>
      {found.length === 0 ? (
        <Empty icon="search" title={t("send.noToken")} text={t("send.noTokenText")}>
          <Button tone="quiet" onPress={() => setSearch("")}>
            {t("send.clearSearch")}
          </Button>
        </Empty>
      ) : (
        <LongList
          label={t("send.tokens")}
          items={found}
          keyOf={({ token }) => token.address ?? "native"}
          render={(holding) => (
            <TokenOption holding={holding} current={isOf(holding, current)} onPick={() => onPick(holding)} />
          )}
          total={found.length}
          itemSize={68}
        />
      )}
    </>
  )
}

interface TokenOptionProps {
  readonly holding: Holding
  readonly current: boolean
  readonly onPick: () => void
}

const TokenOption = ({ holding: { token, balance, value }, current, onPick }: TokenOptionProps) => {
  const { locale } = useWords()
  return (
    <button
      type="button"
      className="row token-option"
      aria-current={current ? "true" : undefined}
      onClick={onPick}
    >
      <Picture source={token.icon} name={token.symbol} shape="network" />
      <span className="row-text">
        <bdi className="row-title">{token.name}</bdi>
        <bdi className="row-detail">{shortSum(locale, balance, token)}</bdi>
      </span>
      {value !== null && <bdi dir="ltr">{fiatText(locale, value)}</bdi>}
      {current && <Icon name="check" />}
    </button>
  )
}
