import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { serveFolder } from "./static.mjs"

const folder = mkdtempSync(join(tmpdir(), "wmodal-static-"))
let server
let origin

beforeAll(async () => {
  writeFileSync(join(folder, "index.html"), "<p>page</p>")
  server = await serveFolder({ folder, port: 0, generated: { "/config.json": { a: 1 } } })
  origin = `http://127.0.0.1:${server.address().port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

it.each([
  ["/", 200, "<p>page</p>"],
  ["/config.json", 200, '{"a":1}'],
  ["/%", 404, "404 Not Found"],
])("serves %s with the status %i", async (path, status, text) => {
  const response = await fetch(`${origin}${path}`)
  expect([response.status, await response.text()]).toEqual([status, text])
})

it("rejects with the error of a port in use", async () => {
  await expect(serveFolder({ folder, port: server.address().port })).rejects.toMatchObject({
    code: "EADDRINUSE",
  })
})
