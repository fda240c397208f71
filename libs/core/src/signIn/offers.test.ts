import { evm } from "@wmodal/chains/evm"
import { mainnet } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { decodeOptions } from "../options/decodeOptions.ts"
import { prefersDark } from "./frameTheme.ts"
import { getConnectMethods } from "./getConnectMethods.ts"
import { getOfferedProviders } from "./getOfferedProviders.ts"

const makeOptions = (given: object) =>
  decodeOptions({
    projectId: "p",
    chains: [evm()],
    networks: [mainnet],
    endpoints: { secureSite: "https://secure.example" },
    ...given,
  }).options

const installed = [{ group: "announced", installed: true }] as const
const listed = [
  { group: "recommended", installed: false },
  { group: "external", installed: true },
] as const

describe("getConnectMethods", () => {
  it("sorts the wallet first when one is installed", () => {
    expect(getConnectMethods(makeOptions({}), listed)).toEqual(["email", "social", "wallet"])
    expect(getConnectMethods(makeOptions({}), [...listed, ...installed])).toEqual([
      "wallet",
      "email",
      "social",
    ])
  })

  it("returns the host's order without the methods that the host omits", () => {
    const chosen = { connectMethodsOrder: ["social", "wallet"] }
    expect(getConnectMethods(makeOptions(chosen), installed)).toEqual(["social", "wallet"])
  })

  it("offers the enabled methods that have a view", () => {
    expect(getConnectMethods(makeOptions({ features: { email: false } }), [])).toEqual(["social", "wallet"])
    expect(getConnectMethods(makeOptions({ features: { socials: false } }), [])).toEqual(["email", "wallet"])
    expect(getConnectMethods(makeOptions({ socials: false }), [])).toEqual(["email", "wallet"])
    expect(getConnectMethods(makeOptions({ endpoints: {} }), [])).toEqual(["wallet"])
    expect(getConnectMethods(makeOptions({ chains: [] }), [])).toEqual(["wallet"])
  })
})

describe("getOfferedProviders", () => {
  const { socials } = makeOptions({})
  const without = (...gone: readonly string[]) => socials.filter((one) => !gone.includes(one))

  it("omits providers whose page fails inside Telegram", () => {
    const inside = (os: "ios" | "android" | "mac" | "other") =>
      getOfferedProviders({ socials }, { os, telegram: true })
    expect(inside("ios")).toEqual(without("google"))
    expect(inside("mac")).toEqual(without("x"))
    expect(inside("android")).toEqual(without("facebook", "x"))
    expect(inside("other")).toEqual(socials)
    for (const os of ["ios", "android", "mac"] as const)
      expect(getOfferedProviders({ socials }, { os, telegram: false })).toEqual(socials)
  })
})

describe("prefersDark", () => {
  const windowOf = (matchMedia: unknown) => Object.assign(new EventTarget(), { matchMedia })

  it("reads the browser's preference and rejects other values", () => {
    const asked: unknown[] = []
    const dark = (query: unknown) => {
      asked.push(query)
      return { matches: true }
    }
    expect(prefersDark(windowOf(dark))).toBe(true)
    expect(asked).toEqual(["(prefers-color-scheme: dark)"])
    expect(prefersDark(windowOf(() => ({ matches: false })))).toBe(false)
    expect(prefersDark(windowOf(() => null))).toBe(false)
    expect(
      prefersDark(
        windowOf(() => {
          throw new Error("no")
        }),
      ),
    ).toBe(false)
    expect(prefersDark(new EventTarget())).toBe(false)
    expect(prefersDark(null)).toBe(false)
  })
})
