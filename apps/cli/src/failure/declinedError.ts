import { ConnectorError } from "@wmodal/chains"

/** The error of a declined prompt, equal to a decline in the wallet: the user sees one prompt. */
export const declinedError = new ConnectorError({ connectorId: "dev", reason: { _tag: "Declined" } })
