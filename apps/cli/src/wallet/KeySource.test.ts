import { resolve } from "node:path"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { KeyFlags } from "../plan/Plan.ts"
import { type KeySource, keySource, lasting } from "./KeySource.ts"

const none: KeyFlags = { account: null, keyFile: null, keystore: null, passwordFile: null }
const found = (flags: Partial<KeyFlags>, remembered: KeySource | null = null) =>
  Effect.runSync(Effect.result(keySource({ ...none, ...flags }, remembered)))

const file: KeySource = { kind: "file", path: "/keys/k.json", passwordFile: null }

describe("keySource", () => {
  it("is what is remembered where nothing is typed", () => {
    expect(found({})).toMatchObject({ success: null })
    expect(found({}, file)).toMatchObject({ success: file })
  })

  it("is what is typed, with paths that hold in any folder", () => {
    expect(found({ account: 3 }, file)).toMatchObject({ success: { kind: "test", index: 3 } })
    expect(found({ keyFile: "k" })).toMatchObject({ success: { kind: "file", path: resolve("k") } })
    expect(found({ keystore: "-", passwordFile: "p" })).toMatchObject({
      success: { path: "-", passwordFile: resolve("p") },
    })
  })

  it("adds a typed password to a remembered file", () => {
    expect(found({ passwordFile: "/p" }, file)).toMatchObject({ success: { ...file, passwordFile: "/p" } })
  })

  it("cannot take both from stdin", () => {
    expect(found({ keystore: "-", passwordFile: "-" })).toMatchObject({
      failure: { reason: { _tag: "Usage" } },
    })
  })

  it("does not remember that a password came from stdin", () => {
    expect(lasting({ ...file, passwordFile: "-" })).toEqual(file)
    expect(lasting({ ...file, passwordFile: "/p" })).toEqual({ ...file, passwordFile: "/p" })
  })
})
