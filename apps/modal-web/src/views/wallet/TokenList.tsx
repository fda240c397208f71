import type { Token } from "@wmodal/core/flows"
import { type Decimal, multiplyDecimals, truncate } from "@wmodal/protocol"
import { useState } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { LongList } from "../../ui/LongList.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { SearchField } from "../../ui/SearchField.tsx"
import { formatFiatAmount, formatShortAmount } from "../send/formatAmounts.ts"
import { useDebouncedValue } from "./useDebouncedValue.ts"

/** A token that can be selected. */
export interface TokenChoice {
  readonly token: Token
  /** Base units; `null` when unknown. */
  readonly balance: bigint | null
  /** Fiat (USD) for one, for display only; `null` when unknown. */
  readonly price: Decimal | null
}

export interface TokenGroup<Item extends TokenChoice> {
  /** The heading; `null` when there is only one group. */
  readonly name: string | null
  readonly tokens: readonly Item[]
}

export interface TokenListProps<Item extends TokenChoice> {
  readonly groups: readonly TokenGroup<Item>[]
  readonly current: Token | null
  readonly onPick: (item: Item) => void
}

const isSameToken = (one: Token | null, other: Token | null): boolean =>
  one?.network === other?.network && one?.address === other?.address

const matchesSearch = ({ token: { name, symbol, address } }: TokenChoice, wanted: string) =>
  [name, symbol, address ?? ""].some((text) => text.toLowerCase().includes(wanted))

/**
 * Returns the lines with their headings. A heading belongs to the row below it, because a list may contain only items.
 */
const toTokenLines = <Item extends TokenChoice>({ name, tokens }: TokenGroup<Item>, wanted: string) =>
  tokens
    .filter((item) => matchesSearch(item, wanted))
    .map((item, index) => ({ item, heading: index === 0 ? name : null }))

/** A list of tokens to select from, searchable by name, symbol or contract. */
export const TokenList = <Item extends TokenChoice>({ groups, current, onPick }: TokenListProps<Item>) => {
  const { t } = useMessages()
  const [search, setSearch] = useState("")
  const wanted = search.trim().toLowerCase()
  const found = groups.flatMap((group) => toTokenLines(group, wanted))
  const said = useDebouncedValue(wanted === "" ? null : found.length)
  return (
    <>
      <SearchField label={t("send.search")} value={search} onSearch={setSearch} />
      <p className="hidden" role="status">
        {said !== null && t("send.tokenCount", { count: said })}
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
          keyOf={({ item: { token } }) => token.address ?? "native"}
          render={({ item, heading }) => (
            <>
              {heading !== null && <h2 className="list-heading">{heading}</h2>}
              <TokenOption
                choice={item}
                current={isSameToken(item.token, current)}
                onPick={() => onPick(item)}
              />
            </>
          )}
          total={found.length}
          itemSize={68}
        />
      )}
    </>
  )
}

interface TokenOptionProps {
  readonly choice: TokenChoice
  readonly current: boolean
  readonly onPick: () => void
}

/** Returns the balance; for a token that is not held, its contract, because several may have the same name. */
const describeChoice = (locale: string, { token, balance }: TokenChoice): string => {
  if (balance !== null && balance > 0n) return formatShortAmount(locale, balance, token)
  return token.address === null ? token.symbol : `${token.symbol} · ${truncate(token.address)}`
}

const TokenOption = ({ choice, current, onPick }: TokenOptionProps) => {
  const { locale } = useMessages()
  const { token, balance, price } = choice
  const held = balance !== null && balance > 0n
  return (
    <button
      type="button"
      className="row token-option"
      aria-current={current ? "true" : undefined}
      onClick={onPick}
    >
      <RemoteImage source={token.icon} name={token.symbol} shape="network" />
      <span className="row-text">
        <span className="row-title">
          <bdi>{token.name}</bdi>
        </span>
        <span className="row-detail">
          <bdi>{describeChoice(locale, choice)}</bdi>
        </span>
      </span>
      {held && price !== null && (
        <bdi dir="ltr">
          {formatFiatAmount(locale, multiplyDecimals({ units: balance, decimals: token.decimals }, price))}
        </bdi>
      )}
      {current && <Icon name="check" />}
    </button>
  )
}
