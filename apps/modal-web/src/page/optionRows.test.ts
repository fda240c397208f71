import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { WModalOptions } from "./WModal.ts"

/** The names of an option's parts. The types reject a missing one and one that does not exist. */
type Names<Part> = Record<keyof Part, true>

const options: Names<WModalOptions> = {
  allowUnsupportedChain: true,
  chainImages: true,
  chains: true,
  connectMethodsOrder: true,
  connectorImages: true,
  connectorOrder: true,
  cookie: true,
  customRpcUrls: true,
  customWallets: true,
  defaultAccountTypes: true,
  defaultNetwork: true,
  embedded: true,
  enableCoinbase: true,
  enableEIP6963: true,
  enableInjected: true,
  enableWallets: true,
  endpoints: true,
  excludedWallets: true,
  featuredWallets: true,
  features: true,
  includedWallets: true,
  language: true,
  meldUrl: true,
  metadata: true,
  namespaceOverride: true,
  networks: true,
  preload: true,
  privacyPolicyUrl: true,
  projectId: true,
  restrictedTimeZones: true,
  shadowRoot: true,
  siweConfig: true,
  siwx: true,
  socials: true,
  swapRouters: true,
  termsConditionsUrl: true,
  themeMode: true,
  themeVariables: true,
  tokens: true,
  walletConnect: true,
  walletFeaturesOrder: true,
}

const features: Names<NonNullable<WModalOptions["features"]>> = {
  addNetworks: true,
  allWallets: true,
  analytics: true,
  collapseWallets: true,
  email: true,
  history: true,
  legalCheckbox: true,
  onramp: true,
  receive: true,
  send: true,
  socials: true,
  swaps: true,
}

const endpoints: Names<NonNullable<WModalOptions["endpoints"]>> = {
  analytics: true,
  blockchain: true,
  directory: true,
  prices: true,
  relay: true,
  secureSite: true,
}

const themeVariables: Names<NonNullable<WModalOptions["themeVariables"]>> = {
  accent: true,
  background: true,
  borderRadiusMaster: true,
  colorMix: true,
  colorMixStrength: true,
  fontFamily: true,
  fontSizeMaster: true,
  zIndex: true,
}

/** The first cells of the section's rows. */
const [, section = ""] = readFileSync(
  new URL("../../../../docs/specification.md", import.meta.url),
  "utf8",
).split("## 10. Options of a page")
const rows = section.split("\n").map((line) => line.split(" | ")[0] ?? "")

describe("docs/specification.md", () => {
  it.each([
    ["options", options],
    ["features", features],
    ["endpoints", endpoints],
    ["theme variables", themeVariables],
  ])("has a row with a test for each of the %s", (_, names) => {
    const missing = Object.keys(names).filter((name) => !rows.some((row) => row.includes(`\`${name}\``)))
    expect(missing).toEqual([])
  })
})
