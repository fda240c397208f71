import { expect, it } from "vitest"
import manifest from "../../package.json" with { type: "json" }
import { formatSdkVersion, SdkQuery, version } from "./SdkQuery.ts"

it("bears the version of the package", () => {
  expect(version).toBe(manifest.version)
})

it("tells platform, chains and version", () => {
  expect(formatSdkVersion({ platform: "react", chains: ["evm", "solana"] })).toBe(
    `react-evm,solana-${version}`,
  )
  expect(formatSdkVersion({ platform: "html", chains: [] })).toBe(`html-universal-${version}`)
})

it("demands a project of a client, and no more", () => {
  expect(SdkQuery.safeParse({ projectId: "p" }).success).toBe(true)
  expect(SdkQuery.safeParse({ projectId: "" }).success).toBe(false)
  expect(SdkQuery.safeParse({ st: "wmodal" }).success).toBe(false)
})
