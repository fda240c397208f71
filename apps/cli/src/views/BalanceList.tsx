import { formatAmount } from "@wmodal/protocol"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import type { HoldingsResult } from "../commands/balances.ts"
import { formatUsd } from "../payments/paymentDocument.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"

/** The minimum width in columns for wide symbols. */
const minWideSymbolColumns = 56
/** The columns of the frame and its padding. */
const frameColumns = 4

const BalanceListRow = ({
  holding: { balance, token, value },
  columns,
}: {
  readonly holding: HoldingsResult["holdings"][number]
  readonly columns: number
}): ReactElement => {
  const symbol = columns >= minWideSymbolColumns ? 10 : 8
  const [amount, worth] = [formatAmount(balance, token.decimals), formatUsd(value)]
  const fits = symbol + amount.length + 1 + worth.length <= columns - frameColumns
  return (
    <Box flexDirection={fits ? "row" : "column"} justifyContent="space-between">
      <Box>
        <Box width={symbol} flexShrink={0}>
          <Text bold wrap="truncate">
            {token.symbol}
          </Text>
        </Box>
        <Text>{amount}</Text>
      </Box>
      <Box justifyContent="flex-end">
        <Text dimColor>{worth}</Text>
      </Box>
    </Box>
  )
}

/** Renders one row per token: symbol, balance and worth. */
export const renderBalanceList =
  (
    state: HoldingsResult,
    facts: { readonly address: string; readonly networkName: string; readonly network: string },
  ) =>
  (columns: number): ReactElement => {
    const total = state._tag === "Held" ? formatUsd(state.total) : ""
    return (
      <Box flexDirection="column" borderStyle="round" borderColor="green" paddingX={1} width={columns}>
        <Box justifyContent="space-between">
          <Text bold>
            <Text color="green">✓</Text> Balances
          </Text>
          <Text bold>{total}</Text>
        </Box>
        <Text dimColor>{formatAddressGroups(facts.address)}</Text>
        <Text dimColor>
          {facts.networkName} ({facts.network})
        </Text>
        <Box flexDirection="column" marginTop={1}>
          {state.holdings.map((holding) => (
            <BalanceListRow key={holding.token.address ?? "native"} holding={holding} columns={columns} />
          ))}
        </Box>
        {state._tag === "Held" && state.stale && (
          <Text color="yellow">! Some balances could not be refreshed and may be out of date.</Text>
        )}
        {state._tag === "Unavailable" && <Text color="yellow">! Tokens could not be loaded.</Text>}
      </Box>
    )
  }
