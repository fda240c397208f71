import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { usualOutcomes } from "./WalletProfile.ts"
import { findNameFault, findProfile, profileNames, walletProfiles } from "./walletProfiles.ts"

const chains = { eip155: "EVM", solana: "Solana", bip122: "Bitcoin", polkadot: "Polkadot" } as const

/** Rows of the documentation: the names of the first cell, each with the chains of the second. */
const documented = readFileSync(
  new URL("../../../../docs/concepts/wallet-profiles.md", import.meta.url),
  "utf8",
)
  .split("\n")
  .flatMap((line) => {
    const [, names = "", on = ""] = line.split("|")
    return [...names.matchAll(/`([a-z0-9-]+)`/g)].map(([, name]) => `${name}: ${on.trim()}`)
  })

describe("walletProfiles", () => {
  it("names every profile and its chains in the documentation", () => {
    const known = profileNames.map((name) => {
      const own = Object.entries(chains).filter(([namespace]) =>
        walletProfiles.some((one) => one.id === name && one.namespace === namespace),
      )
      return `${name}: ${own.map(([, chain]) => chain).join(", ")}`
    })
    expect(documented.toSorted()).toEqual(known.toSorted())
  })

  it("has one entry with a source for a wallet and a chain", () => {
    const keys = walletProfiles.map(({ id, namespace }) => `${namespace}:${id}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(walletProfiles.filter(({ source }) => source.length < 10)).toEqual([])
  })

  it("states no outcome that is the usual one", () => {
    const idle = walletProfiles.flatMap(({ id, outcomes = {} }) =>
      Object.entries(outcomes).flatMap(([cell, outcome]) =>
        Reflect.get(usualOutcomes, cell) === outcome ? [`${id}: ${cell}`] : [],
      ),
    )
    expect(idle).toEqual([])
  })

  it("finds a profile by its name on its own chains alone", () => {
    expect(findProfile("backpack", "solana")?.name).toBe("Backpack")
    expect(findProfile("backpack", "eip155")).toBe(null)
    expect(findNameFault("backpack")).toBe(null)
    expect(findNameFault("nobody")).toMatch(/^No wallet profile is named "nobody"\. There are: /)
  })
})
