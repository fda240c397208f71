import { evm } from "@wmodal/chains/evm"
import { mainnet } from "@wmodal/protocol/networks"
import { describe, expect, it } from "vitest"
import { decodeOptions } from "../options/decodeOptions.ts"
import { changeOptions } from "./changeOptions.ts"

const make = () => decodeOptions({ chains: [evm()], networks: [mainnet], features: { send: false } }).options

describe("changeOptions", () => {
  it("changes the named options in every target and keeps the others, also among features", () => {
    const [one, two] = [make(), make()]
    const change = { features: { swaps: false }, connectMethodsOrder: ["wallet"], socials: false }
    expect(changeOptions([one, two], change)).toBe(null)
    for (const options of [one, two]) {
      expect(options).toMatchObject({ connectMethodsOrder: ["wallet"], socials: [], networks: [mainnet] })
      expect(options.features).toMatchObject({ swaps: false, send: false, history: true })
    }
  })

  it.each([
    ["features.swaps", { features: { swaps: "no" } }],
    ["features", { features: [] }],
    ["connectorOrder.0", { connectorOrder: ["first"] }],
    ["customWallets.0.id", { customWallets: [{ name: "A" }], socials: false }],
    ["projectId", { projectId: "other" }],
    ["networks", { networks: [] }],
  ])("changes nothing and blames %s in %j", (path, change) => {
    const options = make()
    const before = structuredClone({ ...options, chains: [] })
    expect(changeOptions([options], change)?.reason).toMatchObject({ _tag: "Invalid", path })
    expect({ ...options, chains: [] }).toEqual(before)
  })
})
