import { oddValues } from "@wmodal/dev-wallet/testing"
import { bitcoin, mainnet, optimism, solana } from "@wmodal/protocol/networks"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeSession } from "./decodeSession.ts"
import { makeOptionalNamespaces } from "./optionalNamespaces.ts"

const requestedNamespaces = makeOptionalNamespaces([mainnet, optimism, solana, bitcoin])
const address = "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const onSolana = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const olderSolana = "solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ"

const session = (namespaces: unknown, metadata: unknown = { name: "Phone", icons: [] }) => ({
  topic: "topic",
  expiry: 1_800_000_000,
  namespaces,
  peer: { metadata },
})
const eip155 = (accounts: readonly unknown[], methods: readonly unknown[] = ["personal_sign"]) => ({
  eip155: { accounts, methods, events: [] },
})
const approved = (namespaces: unknown, metadata?: unknown) =>
  decodeSession(session(namespaces, metadata), requestedNamespaces)?.approved ?? null

describe("decodeSession", () => {
  it("returns accounts, networks and requested methods", () => {
    expect(
      decodeSession(session(eip155([`eip155:1:${address}`, `eip155:10:${address}`])), requestedNamespaces),
    ).toEqual({
      topic: "topic",
      expiresAt: 1_800_000_000_000,
      approved: {
        wallet: { name: "Phone", icon: null },
        namespaces: {
          eip155: {
            accounts: [`eip155:1:${address}`, `eip155:10:${address}`],
            networks: ["eip155:1", "eip155:10"],
            methods: ["personal_sign"],
          },
        },
        properties: {},
      },
      chainIdSpellings: new Map(),
    })
  })

  it("merges namespaces of single networks", () => {
    const given = approved({
      "eip155:1": { accounts: [`eip155:1:${address}`], methods: ["personal_sign"] },
      "eip155:10": { accounts: [`eip155:10:${address}`], methods: ["eth_sendTransaction"] },
    })
    expect(given?.namespaces.eip155).toEqual({
      accounts: [`eip155:1:${address}`, `eip155:10:${address}`],
      networks: ["eip155:1", "eip155:10"],
      methods: ["personal_sign", "eth_sendTransaction"],
    })
  })

  it("limits the number of accounts over all entries", () => {
    const spread = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [
        `eip155:${index}`,
        { accounts: [`eip155:1:0x${index.toString(16).padStart(40, "0")}`], methods: ["personal_sign"] },
      ]),
    )
    expect(approved(spread)?.namespaces.eip155?.accounts).toHaveLength(256)
  })

  it("returns current network ids and keeps the wallet's own ids", () => {
    const read = decodeSession(
      session({ solana: { accounts: [`${olderSolana}:${onSolana}`], methods: ["solana_signMessage"] } }),
      requestedNamespaces,
    )
    expect(read?.approved?.namespaces.solana?.accounts).toEqual([`${solana.caipNetworkId}:${onSolana}`])
    expect(read?.chainIdSpellings).toEqual(new Map([[solana.caipNetworkId, olderSolana]]))
  })

  it("returns each account once when the wallet uses both ids of a network", () => {
    const read = decodeSession(
      session({
        solana: {
          accounts: [`${olderSolana}:${onSolana}`, `${solana.caipNetworkId}:${onSolana}`],
          methods: [],
        },
      }),
      requestedNamespaces,
    )
    expect(read?.approved?.namespaces.solana?.accounts).toEqual([`${solana.caipNetworkId}:${onSolana}`])
    expect(read?.chainIdSpellings.size).toBe(0)
  })
})

describe("decodeSession with unrequested values", () => {
  it.each([
    ["a network", eip155([`eip155:1:${address}`, `eip155:56:${address}`])],
    ["a method", eip155([`eip155:1:${address}`], ["personal_sign", "eth_stealEverything"])],
    [
      "a namespace",
      { ...eip155([`eip155:1:${address}`]), cosmos: { accounts: ["cosmos:hub:c"], methods: [] } },
    ],
    [
      "a name of every object's",
      { ...eip155([`eip155:1:${address}`]), constructor: { accounts: [], methods: [] } },
    ],
  ])("drops %s", (_, namespaces) => {
    expect(approved(namespaces)).toEqual(approved(eip155([`eip155:1:${address}`])))
  })

  it("returns null when nothing requested was approved", () => {
    expect(approved(eip155([`eip155:56:${address}`]))).toBe(null)
    expect(approved({})).toBe(null)
  })
})

describe("decodeSession of a malformed session", () => {
  it.each([
    ["no address", `eip155:1:0x12`],
    ["a foreign address", `eip155:1:${onSolana}`],
    ["an account of another namespace", `${solana.caipNetworkId}:${onSolana}`],
    ["too many parts", `eip155:1:${address}:1`],
    ["too few parts", address],
    ["nothing", ""],
  ])("rejects the whole approval for an account that is %s", (_, account) => {
    expect(approved(eip155([`eip155:1:${address}`, account]))).toBe(null)
  })

  // Values from JSON run no code when they are read.
  const values = oddValues.filter(([name]) => !name.includes("throws"))

  it.each(values)("rejects an approval when any part is %s", (_, value) => {
    expect(decodeSession(value, requestedNamespaces)?.approved ?? null).toBe(null)
    expect(approved(value)).toBe(null)
    expect(approved({ eip155: value })).toBe(null)
    expect(approved({ eip155: { accounts: value, methods: [] } })).toBe(null)
    expect(approved({ eip155: { accounts: [value], methods: [] } })).toBe(null)
    expect(approved({ eip155: { accounts: [`eip155:1:${address}`], methods: value } })).toBe(null)
  })

  it("returns the topic, so that the session can be removed", () => {
    expect(decodeSession({ topic: "topic", namespaces: 1 }, requestedNamespaces)).toMatchObject({
      topic: "topic",
      approved: null,
    })
    expect(decodeSession({ topic: 1 }, requestedNamespaces)).toBe(null)
  })

  it("never throws for arbitrary values", () => {
    const reading = fc.property(fc.anything(), fc.anything(), (one, other) => {
      decodeSession(one, requestedNamespaces)
      decodeSession(session(one, other), requestedNamespaces)
      decodeSession(session(eip155([`eip155:1:${address}`]), one), requestedNamespaces)
    })
    expect(() => fc.assert(reading)).not.toThrow()
  })
})

describe("decodeSession of the wallet's metadata", () => {
  const walletOf = (metadata: unknown) => approved(eip155([`eip155:1:${address}`]), metadata)?.wallet

  it("sanitizes the name", () => {
    expect(
      walletOf({ name: "\u202eevil\u0000 \n phone\u200b", icons: ["https://icon.example/a.png"] }),
    ).toEqual({
      name: "evil phone",
      icon: "https://icon.example/a.png",
    })
    expect(walletOf({ name: "x".repeat(1_000_000), icons: [] })?.name).toHaveLength(64)
  })

  it.each([
    ["javascript:alert(1)"],
    ["http://icon.example/a.png"],
    ["data:text/html,<script>"],
    [`https://icon.example/${"x".repeat(5_000)}`],
    [["https://icon.example"]],
  ])("drops the icon %s", (icon) => {
    expect(walletOf({ name: "Phone", icons: [icon] })).toEqual({ name: "Phone", icon: null })
  })

  it.each(oddValues)("accepts %s as metadata", (_, value) => {
    const wallet = walletOf(value)
    expect(wallet?.name.length).toBeGreaterThan(0)
    expect(walletOf({ name: value, icons: value })?.name.length).toBeGreaterThan(0)
    expect(wallet?.icon).toBe(null)
  })
})
