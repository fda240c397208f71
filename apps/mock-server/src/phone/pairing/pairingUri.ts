import { Data, Result } from "effect"

/** The fields of a pairing link that are checked before pairing. */
export interface PairingUri {
  /** The link in the client's format. */
  readonly uri: string
  readonly topic: string
}

/**
 * @param text the scanned or pasted text: `wc:<topic>@2?relay-protocol=irn&symKey=…`, or a dApp's link that contains it
 * @param now UTC milliseconds
 */
export const parsePairingUri = (text: string, now: number): Result.Result<PairingUri, PairingRejected> => {
  const uri = extractUri(text.trim())
  const [, topic, version, query] = /^wc:(?:\/\/)?([^@?]*)@(\d+)\??(.*)$/s.exec(uri) ?? []
  if (topic === undefined || version === undefined) return failPairing("This is not a WalletConnect link.")
  if (version === "1")
    return failPairing("WalletConnect 1 links are no longer supported. Request a new one from the app.")
  if (version !== "2") return failPairing(`This phone does not support WalletConnect ${version} links.`)
  const params = new URLSearchParams(query)
  if (params.get("relay-protocol") !== "irn")
    return failPairing("This link is for a different relay protocol.")
  if (!isKey(topic) || !isKey(params.get("symKey")))
    return failPairing("This link is incomplete. Scan it again or copy all of it.")
  const expiry = params.get("expiryTimestamp")
  if (expiry !== null && !/^\d{1,12}$/.test(expiry))
    return failPairing("This link is incomplete. Scan it again or copy all of it.")
  if (expiry !== null && Number(expiry) * 1000 <= now)
    return failPairing("This link has expired. Request a new one from the app.")
  return Result.succeed({ uri, topic })
}

/** Extracts the link from a wallet's link, such as `https://wallet.example/wc?uri=wc%3A…` or `wallet://wc?uri=…`. */
const extractUri = (text: string): string =>
  text.startsWith("wc:") || !URL.canParse(text) ? text : (new URL(text).searchParams.get("uri") ?? text)

const isKey = (text: string | null) => text !== null && /^[0-9a-f]{64}$/.test(text)

const failPairing = (detail: string) => Result.fail(new PairingRejected({ detail }))

/** The reason for a rejected link. It never quotes the link, which contains a key. */
export class PairingRejected extends Data.TaggedError("PairingRefused")<{ readonly detail: string }> {
  override get message() {
    return this.detail
  }
}
