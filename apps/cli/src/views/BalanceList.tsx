import { formatAmount } from "@wmodal/protocol"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import type { ReadHoldings } from "../commands/balances.ts"
import { usdText } from "../payments/payment.ts"
import { grouped } from "./Panel.tsx"

/** Below this a worth stands below its amount. */
const roomy = 56

/** One row a token: what it is called, how much there is, what it is worth. */
export const balanceList =
  (
    state: ReadHoldings,
    facts: { readonly address: string; readonly networkName: string; readonly network: string },
  ) =>
  (columns: number): ReactElement => {
    const total = state._tag === "Held" ? usdText(state.total) : ""
    return (
      <Box flexDirection="column" borderStyle="round" borderColor="green" paddingX={1} width={columns}>
        <Box justifyContent="space-between">
          <Text bold>
            <Text color="green">✓</Text> Balances
          </Text>
          <Text bold>{total}</Text>
        </Box>
        <Text dimColor>{grouped(facts.address)}</Text>
        <Text dimColor>
          {facts.networkName} ({facts.network})
        </Text>
        <Box flexDirection="column" marginTop={1}>
          {state.holdings.map(({ balance, token, value }) => (
            <Box key={token.address ?? "native"} justifyContent="space-between" flexWrap="wrap">
              <Box>
                <Box width={columns >= roomy ? 10 : 8} flexShrink={0}>
                  <Text bold wrap="truncate">
                    {token.symbol}
                  </Text>
                </Box>
                <Text>{formatAmount(balance, token.decimals)}</Text>
              </Box>
              <Text dimColor>{usdText(value)}</Text>
            </Box>
          ))}
        </Box>
        {state._tag === "Held" && state.stale && (
          <Text color="yellow">! Some of it could not be read again and may be out of date.</Text>
        )}
        {state._tag === "Unavailable" && <Text color="yellow">! Tokens could not be read.</Text>}
      </Box>
    )
  }
