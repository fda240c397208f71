import type { Danger, Explained } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { dangerTitle, dangerWords } from "../signing/dangers.ts"
import { explanationFields } from "../signing/inWords.ts"
import { grouped } from "../terminal/grouped.ts"
import { type Field, Panel } from "./Panel.tsx"

/** As `dangerWords` says it, with addresses as people compare them. */
const dangerLines = (danger: Danger, network: Network): readonly string[] => {
  switch (danger._tag) {
    case "UnlimitedApproval":
      return [`Token ${grouped(danger.token)}`, `Who may take it ${grouped(danger.spender)}`]
    case "Handover":
      return [`What changes hands ${grouped(danger.account)}`, `Who gets it ${grouped(danger.to)}`]
    case "OtherContract":
      return [grouped(danger.contract)]
    default:
      return [dangerWords(danger, network)]
  }
}

const DangerBlock = ({
  danger,
  network,
}: {
  readonly danger: Danger
  readonly network: Network
}): ReactElement => (
  <Box flexDirection="column" marginTop={1}>
    <Text bold color="yellow">
      {`! ${dangerTitle(danger)}`}
    </Text>
    {dangerLines(danger, network).map((line) => (
      <Text key={line}>{line}</Text>
    ))}
  </Box>
)

/** What is about to be signed, in words, and what speaks against it. */
export const requestDrawn =
  ({
    account,
    explained,
    network,
    raw,
    title,
  }: {
    readonly title: string
    readonly explained: Explained
    /** Plain. */
    readonly account: string
    readonly network: Network
    /** What nobody could put into words, as it stands there. */
    readonly raw: readonly Field[]
  }) =>
  (columns: number): ReactElement => {
    const { calls, dangers } = explained
    const isCalm = dangers.length === 0
    return (
      <Panel
        title={title}
        mark={isCalm ? "?" : "!"}
        tone={isCalm ? "cyan" : "yellow"}
        columns={columns}
        fields={[
          ...explanationFields(calls[0], network),
          ...raw,
          { label: "Account", text: grouped(account) },
          { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
        ]}
      >
        {dangers.map((danger, at) => (
          // oxlint-disable-next-line no-array-index-key -- they never move
          <DangerBlock key={at} danger={danger} network={network} />
        ))}
      </Panel>
    )
  }
