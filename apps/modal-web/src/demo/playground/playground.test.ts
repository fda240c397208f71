import { describe, expect, it } from "vitest"
import {
  featureNames as featureNamesOfModal,
  optionNames,
  themeVariableNames,
} from "../../page/optionNames.ts"
import { findLowContrast, getContrast } from "./contrast.ts"
import { makeCode } from "./makeCode.ts"
import { chooseServers } from "./networkChoices.ts"
import { optionChoices, optionsWithoutControl } from "./optionChoices.ts"
import {
  defaultSettings,
  featureNames,
  formatSettings,
  needsReload,
  parseSettings,
  type Settings,
  toOptions,
} from "./settings.ts"

const changed: Settings = {
  accent: "#ff6b4a",
  background: "#101010",
  radius: 0,
  font: "serif",
  language: "en-XA",
  direction: "rtl",
  features: ["swaps", "collapseWallets"],
  order: "wallet",
  embedded: true,
  siwx: true,
  account: "eoa",
  preload: "intent",
  net: { chains: "pair", networks: "main", first: "solanaMainnet", servers: "relay" },
  choices: { colorMix: "violet", custom: "one", cookie: "on" },
}

/** Settings that together choose each value of each control. */
const everyValue: readonly Settings[] = [
  changed,
  { ...changed, features: featureNames },
  ...Object.entries(optionChoices).flatMap(([name, { choices }]) =>
    Object.keys(choices).map((value) => ({ ...defaultSettings, choices: { [name]: value } })),
  ),
]

describe("settings in a link", () => {
  it("returns the same settings after a round trip", () => {
    for (const settings of [defaultSettings, ...everyValue]) {
      expect(parseSettings(`#${formatSettings(settings)}`)).toEqual(settings)
    }
  })

  it("leaves defaults out", () => {
    expect(formatSettings(defaultSettings)).toBe("")
    expect(formatSettings({ ...defaultSettings, siwx: true })).toBe("siwx=on")
  })

  it.each([
    "#accent=red",
    "#radius=99&radius=x",
    "#font=constructor",
    "#features=toString,none",
    "#language=<b>",
    "#custom=toString&chains=constructor&servers=&cookie=off",
  ])("ignores what is invalid in %s", (hash) => {
    expect(parseSettings(hash)).toEqual(defaultSettings)
  })
})

describe("toOptions", () => {
  it("returns nothing for the defaults", () => {
    expect(toOptions(defaultSettings)).toEqual({})
  })

  it("returns the opposite of a changed feature's default, and the link of the box", () => {
    expect(toOptions({ ...defaultSettings, features: ["swaps", "legalCheckbox"] })).toEqual({
      features: { swaps: false, legalCheckbox: true },
      termsConditionsUrl: "https://example.com/terms",
    })
  })
})

describe("needsReload", () => {
  it("returns true for options of a new modal only", () => {
    expect(needsReload(defaultSettings, { ...defaultSettings, accent: "#000000", features: ["send"] })).toBe(
      false,
    )
    expect(needsReload(defaultSettings, { ...defaultSettings, siwx: true })).toBe(true)
    expect(needsReload(defaultSettings, { ...defaultSettings, choices: { cookie: "on" } })).toBe(true)
  })
})

describe("makeCode", () => {
  it("returns the shortest start for the defaults", () => {
    expect(
      makeCode(defaultSettings, "auto"),
    ).toBe(`import { createWModal, evm, mainnet } from "@wmodal/modal-web"

export const modal = createWModal({
  chains: [evm()],
  networks: [mainnet],
})`)
  })

  it("returns each changed option", () => {
    const code = makeCode(changed, "dark")
    for (const line of [
      'import { siwxServer } from "@wmodal/modal-web/siwx"',
      'document.documentElement.dir = "rtl"',
      '  themeMode: "dark",',
      '    accent: "#ff6b4a",',
      '    borderRadiusMaster: "0px",',
      "    swaps: false,",
      '  connectMethodsOrder: ["wallet", "email", "social"],',
      '    eip155: "eoa",',
      '  preload: "intent",',
    ])
      expect(code.split("\n")).toContain(line)
  })
})

describe("the options of a modal", () => {
  const code = everyValue.map((settings) => makeCode(settings, "dark")).join("\n")

  it.each(Object.keys(optionNames))(
    "finds a control that writes its code, or a reason, for the option %s",
    (name) => {
      const hasControl = RegExp(`^  ${name}[:,]`, "m").test(code)
      expect(hasControl || name in optionsWithoutControl).toBe(true)
    },
  )

  it.each([...Object.keys(featureNamesOfModal), ...Object.keys(themeVariableNames)])(
    "finds a control for the part %s",
    (name) => expect(code).toMatch(RegExp(`^    ${name}:`, "m")),
  )

  it("returns the chosen networks, without a first one that is not among them", () => {
    const net = { ...defaultSettings.net, chains: "solana", networks: "test", first: "polygon" } as const
    expect(makeCode({ ...defaultSettings, net }, "auto").split("\n")).toEqual([
      'import { createWModal, solana, solanaDevnet } from "@wmodal/modal-web"',
      "",
      "export const modal = createWModal({",
      "  chains: [solana()],",
      "  networks: [solanaDevnet],",
      "})",
    ])
  })

  it("returns the parts of several controls together", () => {
    const choices = { colorMix: "violet", layer: "high", analytics: "on" }
    expect(toOptions({ ...defaultSettings, accent: "#112233", features: ["swaps"], choices })).toEqual({
      themeVariables: { accent: "#112233", colorMix: "#7c3aed", colorMixStrength: 20, zIndex: 2_147_483_647 },
      features: { swaps: false, analytics: true },
    })
  })
})

describe("chooseServers", () => {
  it("leaves out one server, or all", () => {
    const endpoints = { directory: "https://one.example", blockchain: "https://two.example" }
    const choose = (servers: Settings["net"]["servers"]) =>
      chooseServers(endpoints, { ...defaultSettings.net, servers })
    expect(choose(null)).toEqual(endpoints)
    expect(choose("directory")).toEqual({ blockchain: "https://two.example" })
    expect(choose("none")).toEqual({})
  })
})

describe("contrast", () => {
  it("returns 21 for black on white, and 4.5 for the grey of WCAG's example", () => {
    expect(getContrast("#000000", "#ffffff")).toBeCloseTo(21)
    expect(getContrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2)
  })

  it("names the themes on which an accent is hard to see", () => {
    expect(findLowContrast("#ffee00", null)).toMatch(/^Low contrast: 1\.\d to 1 on the light theme\./)
    expect(findLowContrast("#3571ea", null)).toBeNull()
    expect(findLowContrast("#222222", "#111111")).toContain("on this background")
    expect(findLowContrast(null, "#111111")).toBeNull()
  })
})
