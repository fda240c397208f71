import { Box, Text, useAnimation, useStdout, useWindowSize } from "ink"
import { type ReactElement, useEffect, useMemo, useState, useSyncExternalStore } from "react"
import type { LiveLink } from "../pairing/LiveLink.ts"
import type { CodeColours } from "../terminal/codeColours.ts"
import { formatTimeLeft } from "../terminal/formatTimeLeft.ts"
import { QrBlocks, toQrLines } from "./QrBlocks.tsx"
import { useCancelKeys } from "./useCancelKeys.ts"

/** The lines around the code: text above and below, and one that Ink needs free. */
const reservedLines = 4

/** Milliseconds without a response after which the clock is named: where it is wrong, phones refuse every code. */
const clockHintDelayMs = 60_000

/**
 * The QR code of the current pairing link. The link itself is printed above, so that the terminal wraps it and the user
 * can copy it whole.
 */
export const PairingCode = ({
  live,
  colours,
  now,
  onLeave,
}: {
  readonly live: LiveLink
  readonly colours: CodeColours
  /** Returns UTC milliseconds. */
  readonly now: () => number
  readonly onLeave: () => void
}): ReactElement => {
  const link = useSyncExternalStore(live.subscribe, live.link)
  const uri = link?.uri ?? null
  const { columns, rows } = useWindowSize()
  const { write } = useStdout()
  useAnimation({ interval: 1000 })
  useCancelKeys(onLeave)
  const lines = useMemo(() => (uri === null ? [] : toQrLines(uri, colours)), [uri, colours])
  useEffect(() => {
    if (uri !== null) write(`${uri}\n`)
  }, [uri, write])
  const [shownAt] = useState(now)
  const slow = now() - shownAt >= clockHintDelayMs
  useEffect(() => {
    if (slow) write("Does your wallet say the code has expired? Check the date and time of this device.\n")
  }, [slow, write])
  if (link === null) return <Text dimColor>Creating code …</Text>
  const width = lines[0]?.length ?? 0
  const height = lines.length + reservedLines
  const fits = width <= columns && height <= rows
  return (
    <Box flexDirection="column">
      {fits ? (
        <>
          <Text bold>Scan this with your wallet, or open the link above.</Text>
          <QrBlocks lines={lines} colours={colours} />
        </>
      ) : (
        <>
          <Text bold>Open the link above with your wallet.</Text>
          <Text dimColor>
            A QR code needs a window of {width} by {height}.
          </Text>
        </>
      )}
      <Text>
        Valid for {formatTimeLeft(link.expiresAt, now())}, then replaced by a new one.{" "}
        <Text dimColor>Esc cancels.</Text>
      </Text>
    </Box>
  )
}
