import { expect, it } from "vitest"
import { AnvilNotFound, getAnvilPackage } from "./anvilBinary.ts"

it.each([
  ["linux", "x64", "@foundry-rs/anvil-linux-amd64"],
  ["linux", "arm64", "@foundry-rs/anvil-linux-arm64"],
  ["darwin", "x64", "@foundry-rs/anvil-darwin-amd64"],
  ["darwin", "arm64", "@foundry-rs/anvil-darwin-arm64"],
  ["win32", "x64", "@foundry-rs/anvil-win32-amd64"],
  ["win32", "arm64", null],
  ["freebsd", "x64", null],
])("returns the npm package of anvil for %s %s: %s", (platform, arch, name) => {
  expect(getAnvilPackage(platform, arch)).toBe(name)
})

it("names the PATH and WMODAL_ANVIL in its error", () => {
  const { message } = new AnvilNotFound({ named: "" })
  expect(message).toContain("on the PATH, or set WMODAL_ANVIL.")
})
