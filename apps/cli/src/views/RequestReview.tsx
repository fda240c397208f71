import type { Danger, Explained } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { dangerTitle, dangerWords } from "../signing/dangers.ts"
import { explanationFields } from "../signing/inWords.ts"
import { type Field, grouped, Panel } from "./Panel.tsx"

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
    {danger._tag === "UnlimitedApproval" ? (
      <>
        <Text>{`Token ${grouped(danger.token)}`}</Text>
        <Text>{`Who may take it ${grouped(danger.spender)}`}</Text>
      </>
    ) : (
      <Text>{danger._tag === "OtherContract" ? grouped(danger.contract) : dangerWords(danger, network)}</Text>
    )}
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
