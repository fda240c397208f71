import { afterEach, expect, it, vi } from "vitest"
import { fetch } from "./clientFetch.ts"

afterEach(() => {
  vi.unstubAllGlobals()
})

it("rejects redirects, whatever the client passes", async () => {
  const fetched = vi.fn<typeof globalThis.fetch>(async () => new Response("{}"))
  vi.stubGlobal("fetch", fetched)
  await fetch("https://relay.example/a", { method: "POST", redirect: "follow" })
  expect(fetched).toHaveBeenCalledWith("https://relay.example/a", { method: "POST", redirect: "error" })
})
