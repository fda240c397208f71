import type { RequestWarning, ReviewedRequest } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { describeApproval, describeDanger, getDangerTitle, handoverText } from "../signing/dangers.ts"
import { toReviewFields } from "../signing/explanation.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { type Field, Panel } from "./Panel.tsx"

/** Describes a warning by `describeDanger`, with addresses in groups for comparison. */
const toDangerLines = (danger: RequestWarning, network: Network): readonly string[] => {
  switch (danger._tag) {
    case "UnlimitedApproval":
    case "LargeApproval":
      return [
        describeApproval(danger),
        `Token ${formatAddressGroups(danger.token)}`,
        `Spender ${formatAddressGroups(danger.spender)}`,
      ]
    case "Handover":
      return [
        handoverText,
        `Account ${formatAddressGroups(danger.account)}`,
        `New owner ${formatAddressGroups(danger.to)}`,
      ]
    case "OtherAccount":
      return ["It names an account that is not yours:", formatAddressGroups(danger.said)]
    case "OtherContract":
      return [formatAddressGroups(danger.contract)]
    default:
      return [describeDanger(danger, network).details]
  }
}

const DangerBlock = ({
  danger,
  network,
}: {
  readonly danger: RequestWarning
  readonly network: Network
}): ReactElement => (
  <Box flexDirection="column" marginTop={1}>
    <Text bold color="yellow">
      {`! ${getDangerTitle(danger)}`}
    </Text>
    {toDangerLines(danger, network).map((line) => (
      <Text key={line}>{line}</Text>
    ))}
  </Box>
)

/** Renders the explanation of a request and its warnings. */
export const renderRequestReview =
  ({
    account,
    explained,
    first = [],
    network,
    raw,
    title,
  }: {
    readonly title: string
    readonly explained: ReviewedRequest
    /** Facts before the explanation, such as who requests it. */
    readonly first?: readonly Field[]
    /** The address without a namespace. */
    readonly account: string
    readonly network: Network
    /** The raw content that could not be explained. */
    readonly raw: readonly Field[]
  }) =>
  (columns: number): ReactElement => {
    const { dangers } = explained
    const isCalm = dangers.length === 0
    return (
      <Panel
        title={title}
        mark={isCalm ? "?" : "!"}
        tone={isCalm ? "cyan" : "yellow"}
        columns={columns}
        fields={[
          ...first,
          ...toReviewFields(explained, network),
          ...raw,
          { label: "Account", text: formatAddressGroups(account) },
          { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
        ]}
      >
        {dangers.map((danger, at) => (
          // oxlint-disable-next-line no-array-index-key -- their order is fixed
          <DangerBlock key={at} danger={danger} network={network} />
        ))}
      </Panel>
    )
  }
