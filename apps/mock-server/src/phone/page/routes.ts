import type { Hono } from "hono"
import type { Env } from "../../http/Env.ts"
import { RequestError } from "../../http/RequestError.ts"
import { renderPhonePage } from "./html.ts"
import { phoneStyle } from "./style.ts"

// Only a page of this machine may frame it, as the demo does.
const ancestors = "'self' http://localhost:* http://*.localhost:* http://127.0.0.1:*"

const headers = {
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}; require-trusted-types-for 'script'; trusted-types 'none'`,
  "permissions-policy": "camera=(self)",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
}

/** Adds the phone's page. It is not an endpoint of the world: it has no faults and is not logged. */
export const addPhonePage = (app: Hono<Env>): void => {
  app.get("/w/:world/phone", (c) => c.html(renderPhonePage(), 200, headers))
  app.get("/w/:world/phone/style.css", (c) =>
    c.body(phoneStyle, 200, { ...headers, "content-type": "text/css; charset=utf-8" }),
  )
  app.get("/w/:world/phone/:file", async (c) => {
    const { scripts } = await import("./generated/scripts.ts")
    const text = scripts.get(c.req.param("file"))
    if (text === undefined)
      throw new RequestError({ status: 404, field: "path", description: "No such file" })
    return c.body(text, 200, {
      ...headers,
      "content-type": "text/javascript; charset=utf-8",
    })
  })
}
