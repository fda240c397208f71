import { expect, it } from "vitest"
import manifest from "../../package.json" with { type: "json" }
import { formatSdkVersion, SdkQuery, version } from "./SdkQuery.ts"

it("matches the version of the package", () => {
  expect(version).toBe(manifest.version)
})

it("contains platform, chains and version", () => {
  expect(formatSdkVersion({ platform: "react", chains: ["eip155", "solana"] })).toBe(
    `react-evm,solana-${version}`,
  )
  expect(formatSdkVersion({ platform: "html", chains: [] })).toBe(`html-universal-${version}`)
})

it("requires only a project id of a client", () => {
  expect(SdkQuery.safeParse({ projectId: "p" }).success).toBe(true)
  expect(SdkQuery.safeParse({ projectId: "" }).success).toBe(false)
  expect(SdkQuery.safeParse({ st: "wmodal" }).success).toBe(false)
})
