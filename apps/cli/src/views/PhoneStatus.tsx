import { Box, Text, useAnimation } from "ink"
import type { ReactElement } from "react"
import { slowNotice } from "../prompts/slowNotice.ts"
import { formatTimeLeft } from "../terminal/formatTimeLeft.ts"
import { Status } from "./Status.tsx"
import { useCancelKeys } from "./useCancelKeys.ts"

/** The wait for a response from the phone. */
export const PhoneStatus = ({
  wallet,
  slowAt,
  until,
  now,
  onLeave,
}: {
  /** The name that the wallet reports. */
  readonly wallet: string
  /** UTC milliseconds from which the wallet is slow. */
  readonly slowAt: number
  /** UTC milliseconds after which no response is accepted. */
  readonly until: number
  /** Returns UTC milliseconds. */
  readonly now: () => number
  readonly onLeave: () => void
}): ReactElement => {
  useAnimation({ interval: 1000 })
  useCancelKeys(onLeave)
  return (
    <Box flexDirection="column">
      <Status text={`Open your wallet on your phone: ${wallet}`} />
      <Text dimColor>
        {"  "}Time left to respond: {formatTimeLeft(until, now())}. Esc cancels.
      </Text>
      {now() >= slowAt && (
        <Box paddingLeft={2}>
          <Text>{slowNotice}</Text>
        </Box>
      )}
    </Box>
  )
}
