import type { Hono } from "hono"
import type { Env } from "../../http/Env.ts"
import { RequestError } from "../../http/RequestError.ts"
import { renderDashboardPage } from "./pages/dashboardPage.ts"
import { renderFarcasterPage } from "./pages/farcasterPage.ts"
import { renderInboxPage } from "./pages/inboxPage.ts"
import type { Markup } from "./pages/layout.ts"
import { renderApprovalPage, renderSdkPage } from "./pages/sdkPage.ts"
import { renderSocialPage } from "./pages/socialPage.ts"
import { frameStyle } from "./pages/style.ts"
import { renderVerifyDevicePage } from "./pages/verifyDevicePage.ts"

const makePolicy = (ancestors: "*" | "'none'") =>
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types 'none'`

const headers = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
}

/**
 * Headers of the frame, the only page that may be framed: also by a page that sends a Cross-Origin-Embedder-Policy,
 * which keeps out documents without these.
 */
const framedHeaders = {
  ...headers,
  "content-security-policy": makePolicy("*"),
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "cross-origin",
}
const unframedHeaders = { ...headers, "content-security-policy": makePolicy("'none'") }

/**
 * Adds the pages of the secure site: the frame, the providers' pages, the device confirmation, the phone's approval
 * and the dashboard. Each takes its world from `?projectId=` and calls the wallet endpoints of its own
 * origin. Faults apply to them as to the world's endpoints, and the world's log contains them.
 */
export const addFramePages = (app: Hono<Env>): void => {
  app.get("/sdk", (c) => c.html(renderSdkPage(), 200, framedHeaders))
  app.get("/social/:provider", (c) => {
    const page = renderSocialPage(c.req.param("provider"))
    if (page === null) throw fileNotFound()
    return c.html(page, 200, unframedHeaders)
  })
  const page = (path: string, markup: () => Markup) =>
    app.get(path, (c) => c.html(markup(), 200, unframedHeaders))
  page("/verify-device", renderVerifyDevicePage)
  page("/farcaster", renderFarcasterPage)
  page("/approve", renderApprovalPage)
  page("/dashboard", renderDashboardPage)
  addFiles(app)
}

/**
 * Adds the inbox of a world at the control API: codes are for this machine only. Like the phone's page it is not one of
 * the world's own endpoints.
 */
export const addInboxPage = (app: Hono<Env>): void => {
  app.get("/w/:world/inbox", (c) => c.html(renderInboxPage(), 200, unframedHeaders))
  addFiles(app)
}

/** Adds the files that the pages load. */
const addFiles = (app: Hono<Env>): void => {
  app.get("/frame/style.css", (c) =>
    c.body(frameStyle, 200, { ...headers, "content-type": "text/css; charset=utf-8" }),
  )
  app.get("/frame/:file", async (c) => {
    const { scripts } = await import("./generated/scripts.ts")
    const text = scripts.get(c.req.param("file"))
    if (text === undefined) throw fileNotFound()
    return c.body(text, 200, { ...headers, "content-type": "text/javascript; charset=utf-8" })
  })
}

const fileNotFound = () => new RequestError({ status: 404, field: "path", description: "No such file" })
