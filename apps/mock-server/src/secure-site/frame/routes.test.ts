import { Hono } from "hono"
import { describe, expect, it } from "vitest"
import type { Env } from "../../http/Env.ts"
import { toErrorResponse } from "../../http/RequestError.ts"
import { scripts } from "./generated/scripts.ts"
import { addFramePages, addInboxPage } from "./routes.ts"

const site = new Hono<Env>()
addFramePages(site)
site.onError(toErrorResponse)
const server = new Hono<Env>()
addInboxPage(server)

const getPolicy = (response: Response) =>
  Object.fromEntries(
    (response.headers.get("content-security-policy") ?? "")
      .split("; ")
      .map((rule) => [rule.split(" ")[0], rule.split(" ").slice(1).join(" ")]),
  )

describe("secure-site pages", () => {
  it("restricts scripts and connections to their own origin, and allows framing of the frame only", async () => {
    const paths = site.routes.map(({ path }) => path.replace(":provider", "google"))
    const pages = paths.filter((path) => !path.startsWith("/frame/"))
    expect(pages).toEqual(expect.arrayContaining(["/sdk", "/approve", "/verify-device"]))
    for (const path of pages) {
      const response = await site.request(path)
      expect(response.status).toBe(200)
      expect(getPolicy(response)).toEqual({
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "connect-src": "'self'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": path.startsWith("/sdk") ? "*" : "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
      })
      expect(response.headers.get("referrer-policy")).toBe("no-referrer")
      // A page with a Cross-Origin-Embedder-Policy frames only documents that send these.
      expect([
        response.headers.get("cross-origin-embedder-policy"),
        response.headers.get("cross-origin-resource-policy"),
      ]).toEqual(path.startsWith("/sdk") ? ["require-corp", "cross-origin"] : [null, null])
      expect(response.headers.get("access-control-allow-origin")).toBeNull()
      // The policy blocks inline scripts and styles.
      expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/)
    }
  })

  it("responds 404 for an unknown provider, and never renders parts of an address", async () => {
    expect((await site.request("/social/myspace")).status).toBe(404)
    expect((await site.request("/social/constructor")).status).toBe(404)
    const text = await (await site.request('/sdk?projectId="><script>alert(1)</script>')).text()
    expect(text).not.toContain("alert(")
  })

  it("includes the inbox only at the control API", async () => {
    expect((await server.request("/w/p/inbox")).status).toBe(200)
    expect((await site.request("/inbox")).status).toBe(404)
    expect((await site.request("/w/p/inbox")).status).toBe(404)
  })

  it("serves no other files", async () => {
    for (const path of ["/frame/..%2fbundle.js", "/frame/sdk.ts", "/frame/nothing.js", "/frame/__proto__.js"])
      expect((await site.request(path)).status).toBe(404)
    expect((await site.request("/frame/style.css")).headers.get("content-type")).toBe(
      "text/css; charset=utf-8",
    )
  })
})

describe("page scripts", () => {
  it("consists of one per page and shared chunks", async () => {
    for (const name of ["sdk", "social", "verifyDevice", "farcaster", "dashboard", "inbox"])
      expect(scripts.has(`${name}.js`)).toBe(true)
    expect([...scripts.keys()].filter((name) => !/^[\w-]+\.js$/.test(name))).toEqual([])
    const response = await site.request("/frame/sdk.js")
    expect(response.headers.get("content-type")).toBe("text/javascript; charset=utf-8")
    expect(await response.text()).toBe(scripts.get("sdk.js"))
  })

  it("contains no markup injection and no eval", () => {
    for (const [name, text] of scripts)
      expect([
        name,
        /\.(innerHTML|outerHTML|insertAdjacentHTML)\b|document\.write\(|\beval\(/.exec(text)?.[0],
      ]).toEqual([name, undefined])
  })
})
