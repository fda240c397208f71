import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parsePairingUri } from "./pairingUri.ts"

const topic = "7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9"
const key = "587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303"
const now = 1_700_000_000_000
const link = (change: Readonly<Record<string, string | null>> = {}, version = 2) => {
  const params = new Map(
    Object.entries({ "relay-protocol": "irn", symKey: key, expiryTimestamp: "1700000240", ...change }),
  )
  const query = [...params].flatMap(([name, value]) => (value === null ? [] : `${name}=${value}`))
  return `wc:${topic}@${version}?${query.join("&")}`
}
const getRejection = (text: string) => {
  const read = parsePairingUri(text, now)
  return Result.isFailure(read) ? read.failure.message : "none"
}

describe("parsePairingUri", () => {
  it.each([
    ["as an app shows it", link()],
    ["with white space around", ` ${link()}\n`],
    ["without an end", link({ expiryTimestamp: null })],
    ["in the link of a wallet", `https://wallet.example/wc?uri=${encodeURIComponent(link())}`],
    ["in a wallet's own scheme", `wallet://wc?uri=${encodeURIComponent(link())}`],
  ])("parses a link %s", (_, text) => {
    expect(Result.getOrThrow(parsePairingUri(text, now)).topic).toBe(topic)
  })

  it.each([
    ["", "This is not a WalletConnect link."],
    ["https://shop.example", "This is not a WalletConnect link."],
    ["wc:", "This is not a WalletConnect link."],
    ["ethereum:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266", "This is not a WalletConnect link."],
    [link({}, 1), "WalletConnect 1 links are no longer supported. Request a new one from the app."],
    [link({}, 3), "This phone does not support WalletConnect 3 links."],
    [link({ "relay-protocol": "waku" }), "This link is for a different relay protocol."],
    [link({ "relay-protocol": null }), "This link is for a different relay protocol."],
    [link({ symKey: null }), "This link is incomplete. Scan it again or copy all of it."],
    [link({ symKey: key.slice(1) }), "This link is incomplete. Scan it again or copy all of it."],
    [link().replace(topic, topic.slice(1)), "This link is incomplete. Scan it again or copy all of it."],
    [link({ expiryTimestamp: "soon" }), "This link is incomplete. Scan it again or copy all of it."],
    [link({ expiryTimestamp: "1700000000" }), "This link has expired. Request a new one from the app."],
  ])("rejects an invalid link: %s", (text, words) => {
    expect(getRejection(text)).toBe(words)
  })

  it("never quotes the link in an error", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        expect(getRejection(`${before}wc:${topic}@1?symKey=${key}${after}`)).not.toContain(key)
      }),
    )
  })
})
