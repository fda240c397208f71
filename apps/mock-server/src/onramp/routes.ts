import { getOnrampOptions, postOnrampQuote, postOnrampUrl } from "@wmodal/api"
import type { Context, Hono } from "hono"
import * as z from "zod/mini"
import { decodePart } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { mountContract } from "../http/mountContract.ts"
import { getWorld } from "../http/withWorldLog.ts"
import { onrampOptions } from "./options.ts"
import { getPurchases } from "./Purchases.ts"
import { renderOnrampPage } from "./page.ts"
import { parseMeldProposal, parseOnrampProposal } from "./proposal.ts"
import { getOnrampQuote } from "./Quote.ts"

/** The forms of the page. */
const PurchaseStepBody = z.union([
  z.object({ do: z.literal("pay"), choice: z.string().check(z.regex(/^\d{1,4}$/)), amount: z.string() }),
  z.object({ do: z.enum(["deliver", "fail"]) }),
])

/** The query of Meld's page. Source: the AppKit 1.7.2 wire. */
const MeldQuery = z.object({
  publicKey: z.string().check(z.minLength(1)),
  destinationCurrencyCode: z.string(),
  walletAddress: z.string(),
})

/** Adds the onramp routes: options, quotes, and the provider's page on this server. */
export const addOnrampRoutes = (app: Hono<Env>): void => {
  mountContract(app, getOnrampOptions, { maxAge: 0, answer: () => onrampOptions })

  mountContract(app, postOnrampQuote, {
    maxAge: 0,
    answer: ({ world, body }) => getOnrampQuote(world, body),
  })

  mountContract(app, postOnrampUrl, {
    maxAge: 0,
    answer: ({ world, body, origin }) => {
      const { id } = getPurchases(world).open({ origin, ...parseOnrampProposal(body) })
      return { url: `${origin}/w/${encodeURIComponent(world.projectId.toWellFormed())}/onramp/${id}` }
    },
  })

  // Meld's page takes its purchase from the query.
  app.get("/meld", (c) => {
    const proposal = parseMeldProposal(decodePart("query", MeldQuery, c.req.query()))
    const { id } = getPurchases(getWorld(c)).open({ origin: new URL(c.req.url).origin, ...proposal })
    return c.redirect(new URL(c.req.url).pathname.replace(/meld$/, `onramp/${id}`), 303)
  })

  app.get("/onramp/:id", (c) =>
    c.html(renderOnrampPage(getPurchases(getWorld(c)).find(c.req.param("id"))), 200, {
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    }),
  )

  app.post("/onramp/:id", async (c: Context<Env>) => {
    const purchases = getPurchases(getWorld(c))
    const { id } = purchases.find(c.req.param("id") ?? "")
    const step = decodePart("body", PurchaseStepBody, Object.fromEntries(new URLSearchParams(c.get("body"))))
    if (step.do === "pay") purchases.pay(id, { choice: Number(step.choice), amount: step.amount })
    else if (step.do === "deliver") await purchases.deliver(id)
    else purchases.fail(id)
    const { pathname, search } = new URL(c.req.url)
    return c.redirect(`${pathname}${search}`, 303)
  })
}
