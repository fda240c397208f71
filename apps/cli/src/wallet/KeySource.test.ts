import { resolve } from "node:path"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { KeyFlags } from "../plan/CommandPlan.ts"
import { type KeySource, resolveKeySource, toPersistentSource } from "./KeySource.ts"

const none: KeyFlags = { account: null, keyFile: null, keystore: null, passwordFile: null }
const resolveFlags = (flags: Partial<KeyFlags>, remembered: KeySource | null = null) =>
  Effect.runSync(Effect.result(resolveKeySource({ ...none, ...flags }, remembered)))

const file: KeySource = { kind: "file", path: "/keys/k.json", passwordFile: null }

describe("resolveKeySource", () => {
  it("returns the stored source without flags", () => {
    expect(resolveFlags({})).toMatchObject({ success: null })
    expect(resolveFlags({}, file)).toMatchObject({ success: file })
  })

  it("returns the source of the flags with absolute paths", () => {
    expect(resolveFlags({ account: 3 }, file)).toMatchObject({ success: { kind: "test", index: 3 } })
    expect(resolveFlags({ keyFile: "k" })).toMatchObject({ success: { kind: "file", path: resolve("k") } })
    expect(resolveFlags({ keystore: "-", passwordFile: "p" })).toMatchObject({
      success: { path: "-", passwordFile: resolve("p") },
    })
  })

  it("adds a password flag to a stored file", () => {
    expect(resolveFlags({ passwordFile: "/p" }, file)).toMatchObject({
      success: { ...file, passwordFile: "/p" },
    })
  })

  it("rejects a keystore and a password that both come from stdin", () => {
    expect(resolveFlags({ keystore: "-", passwordFile: "-" })).toMatchObject({
      failure: { reason: { _tag: "Usage" } },
    })
  })

  it("removes stdin from the stored source of the password", () => {
    expect(toPersistentSource({ ...file, passwordFile: "-" })).toEqual(file)
    expect(toPersistentSource({ ...file, passwordFile: "/p" })).toEqual({ ...file, passwordFile: "/p" })
  })
})
