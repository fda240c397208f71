import { Box, Text, useAnimation, useInput, useStdin } from "ink"
import type { ReactElement } from "react"
import type { SentEmail } from "../prompts/Prompts.ts"
import { formatTimeLeft } from "../terminal/formatTimeLeft.ts"
import { Status } from "./Status.tsx"
import { useCancelKeys } from "./useCancelKeys.ts"

/** The wait for the link in a mail that confirms the device. */
export const LinkStatus = ({
  mail: { email, resendAt },
  now,
  onResend,
  onLeave,
}: {
  readonly mail: SentEmail
  /** Returns UTC milliseconds. */
  readonly now: () => number
  readonly onResend: () => void
  readonly onLeave: () => void
}): ReactElement => {
  const { isRawModeSupported } = useStdin()
  useAnimation({ interval: 1000 })
  useCancelKeys(onLeave)
  useInput(
    (input) => {
      if (input.toLowerCase() === "r" && now() >= resendAt) onResend()
    },
    { isActive: isRawModeSupported },
  )
  const left = resendAt - now()
  return (
    <Box flexDirection="column">
      <Status text={`This device is new. Open the link in the email sent to ${email}`} />
      <Text dimColor>
        {"  "}r sends a new email{left > 0 ? ` in ${formatTimeLeft(resendAt, now())}` : ""}. Esc cancels.
      </Text>
    </Box>
  )
}
