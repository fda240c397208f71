import { Box, Text, useAnimation, useInput, useStdin } from "ink"
import type { ReactElement } from "react"
import type { Mailed } from "../prompts/Prompts.ts"
import { timeLeft } from "../terminal/timeLeft.ts"
import { Status } from "./Status.tsx"
import { useLeave } from "./useLeave.ts"

/** A mail was sent, with a link that says the device is the person's. */
export const LinkStatus = ({
  mail: { email, resendAt },
  now,
  onResend,
  onLeave,
}: {
  readonly mail: Mailed
  /** UTC milliseconds. */
  readonly now: () => number
  readonly onResend: () => void
  readonly onLeave: () => void
}): ReactElement => {
  const { isRawModeSupported } = useStdin()
  useAnimation({ interval: 1000 })
  useLeave(onLeave)
  useInput(
    (input) => {
      if (input.toLowerCase() === "r" && now() >= resendAt) onResend()
    },
    { isActive: isRawModeSupported },
  )
  const left = resendAt - now()
  return (
    <Box flexDirection="column">
      <Status text={`This device is new. Open the link in the mail that was sent to ${email}`} />
      <Text dimColor>
        {"  "}r sends another one{left > 0 ? ` in ${timeLeft(resendAt, now())}` : ""}. Esc leaves.
      </Text>
    </Box>
  )
}
