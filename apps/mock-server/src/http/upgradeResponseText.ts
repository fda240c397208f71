import { STATUS_CODES } from "node:http"

/** Formats an HTTP response for a connection whose web socket upgrade is rejected. */
export const toUpgradeResponseText = async (response: Response): Promise<string> => {
  const { status, headers } = response
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`, ...lines, "connection: close"]
  return `${head.join("\r\n")}\r\n\r\n${await response.text()}`
}
