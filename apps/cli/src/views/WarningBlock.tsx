import type { PaymentWarning, RecipientWarning, SendReview } from "@wmodal/core/flows"
import { Box, Text } from "ink"
import type { ReactElement } from "react"
import { compareGroups, describeOwnWarning, isOwnWarning } from "../payments/warnings.ts"
import { formatAddressGroups, toAddressGroups } from "../terminal/addressGroups.ts"

/** Groups of four characters. Groups that differ are in brackets, which works without colours. */
const Groups = ({
  label,
  address,
  differs,
}: {
  readonly label: string
  readonly address: string
  readonly differs: readonly boolean[]
}): ReactElement => (
  <Box>
    <Box width={6} flexShrink={0}>
      <Text dimColor>{label}</Text>
    </Box>
    <Box columnGap={1} flexWrap="wrap" flexShrink={1}>
      {address.startsWith("0x") && <Text>0x</Text>}
      {toAddressGroups(address).map((group, at) => (
        // oxlint-disable-next-line no-array-index-key -- groups may be equal and their order is fixed
        <Text key={at} bold={differs[at] === true}>
          {differs[at] === true ? `[${group}]` : group}
        </Text>
      ))}
    </Box>
  </Box>
)

const warningTitles = {
  FirstTime: "You have never sent to this address",
  LookAlike: "Not the address you know",
  LookAlikeName: "A name that reads like another",
  Burns: "Funds sent here are lost",
} as const

/** The title and details of a payment's warning. */
export const WarningBlock = ({
  stop,
  review,
}: {
  readonly stop: PaymentWarning
  readonly review: SendReview
}): ReactElement => {
  if (!isOwnWarning(stop)) return <RecipientBlock stop={stop} />
  return <WarningText {...describeOwnWarning(stop, review)} />
}

/** The texts of a warning, and the value that confirms it. */
export const WarningText = ({
  details,
  title,
  value,
}: {
  readonly details: string
  readonly title: string
  readonly value: string
}): ReactElement => (
  <Box flexDirection="column" marginTop={1}>
    <Text bold color="yellow">
      {`! ${title}`}
    </Text>
    <Text>{details}</Text>
    <Text dimColor>{`Value to confirm: ${value}.`}</Text>
  </Box>
)

const RecipientBlock = ({ stop }: { readonly stop: RecipientWarning }): ReactElement => (
  <Box flexDirection="column" marginTop={1}>
    <Text bold color="yellow">
      ! {warningTitles[stop._tag]}
    </Text>
    {stop._tag === "LookAlike" ? (
      <Box flexDirection="column">
        <Text>
          It starts and ends like an address you know, but differs in between. This is a common scam.
        </Text>
        <Groups label="Known" address={stop.known} differs={compareGroups(stop.known, stop.address)} />
        <Groups label="This" address={stop.address} differs={compareGroups(stop.address, stop.known)} />
      </Box>
    ) : (
      <Text>
        {stop._tag === "FirstTime"
          ? "Check the address with the recipient. Payments cannot be undone."
          : stop._tag === "LookAlikeName"
            ? `${stop.name} differs from ${stop.reads} by its accents. Check it with the recipient.`
            : `No one can access ${formatAddressGroups(stop.address)}.`}
      </Text>
    )}
  </Box>
)
