import { describe, expect, it } from "vitest"
import { getTexts, isSubmitBlocked, renderScene } from "../../gallery/renderScene.tsx"
import type { SceneName } from "../../gallery/scenes.ts"
import { Networks } from "../network/Networks.tsx"
import { OwnNetworksView, type OwnNetworksViewMember } from "./OwnNetworksView.tsx"

const markup = (scene: SceneName, view: OwnNetworksViewMember = { _tag: "AddNetwork" }) =>
  renderScene(scene, <OwnNetworksView view={view} />)
const words = (scene: SceneName, view?: OwnNetworksViewMember) =>
  getTexts(markup(scene, view))
    .join(" ")
    .replaceAll(/[\u2066-\u2069]/g, "")

describe("Networks", () => {
  it("offers to add a network only where the page has turned it on", () => {
    expect(getTexts(renderScene("networks-own", <Networks />))).toContain("Add network")
    expect(getTexts(renderScene("networks", <Networks />))).not.toContain("Add network")
  })

  it("names the networks that the user has added, and leads to their settings", () => {
    const shown = renderScene("networks-own", <Networks />)
    expect(getTexts(shown).filter((text) => text === "Added by you")).toHaveLength(2)
    expect(shown.replaceAll(/[\u2066-\u2069]/g, "")).toContain('aria-label="Settings of Workshop"')
    expect(shown.replaceAll(/[\u2066-\u2069]/g, "")).not.toContain('aria-label="Settings of Ethereum"')
  })
})

describe("AddNetwork", () => {
  it("labels each field, and says what the node sees and that its answers are its word", () => {
    const shown = words("network-add")
    expect(shown).toContain("Only add a node that you trust")
    expect(shown).toContain("It sees your address and where you connect from.")
    expect(shown).toContain("Balances, fees and the effects of a payment are its word.")
    const html = markup("network-add")
    for (const label of html.matchAll(/<label[^>]*for="([^"]*)"/g))
      expect(html).toContain(`<input id="${label[1]}"`)
    expect(html.match(/<label/g)).toHaveLength(5)
    expect(isSubmitBlocked(html)).toBe(false)
  })

  it("shows each fault at its field", () => {
    const html = markup("network-add-faults")
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(5)
    for (const [, id] of html.matchAll(/aria-describedby="([^"]*-fault)"/g))
      expect(html).toContain(`id="${id}"`)
    const shown = words("network-add-faults")
    for (const fault of ["Required", "Use https.", "Not a chain ID.", "Too long", "Not an address."])
      expect(shown).toContain(fault)
  })

  it("submits nothing while the node is asked", () => {
    expect(isSubmitBlocked(markup("network-add-checking"))).toBe(true)
    expect(words("network-add-checking")).toContain("Asking rpc.example for its chain ID")
  })

  it.each([
    ["network-add-listed", "Ethereum is in the list already", "Nothing was added."],
    ["network-add-not-offered", "Not available here", "fixed set of networks"],
    ["network-add-no-response", "No usable response from rpc.example", "Nothing was added."],
    [
      "network-add-other",
      "rpc.example serves another network",
      "You typed chain ID 8453, and the node says 1.",
    ],
    ["network-add-no-node", "rpc.example serves another network", "the node names none"],
  ] as const)("says why nothing was added: %s", (scene, title, text) => {
    expect(markup(scene)).toContain('role="alert"')
    expect(words(scene)).toContain(title)
    expect(words(scene)).toContain(text)
  })
})

describe("OwnNetwork", () => {
  const view = { _tag: "OwnNetwork", network: "eip155:31337" } as const

  it("shows what was typed, and removes it", () => {
    const shown = words("network-own", view)
    expect(shown).toContain("Workshop Chain ID 31337 Currency symbol WKS")
    expect(shown).toContain("http://127.0.0.1:8545")
    expect(shown).toContain("https://explorer.example")
    expect(shown).toContain("Remove from this list")
  })

  it("says why the only one of its kind is kept", () => {
    expect(words("network-own-last", view)).toContain("Workshop is the only one of its kind")
  })

  it("leads back to the list when the network is gone, or is the page's own", () => {
    for (const network of ["eip155:5", "eip155:1"] as const) {
      const shown = words("network-own-gone", { _tag: "OwnNetwork", network })
      expect(shown).toContain("This network is not in the list")
      expect(shown).not.toContain("Remove")
    }
  })
})
