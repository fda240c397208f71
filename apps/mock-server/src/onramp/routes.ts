import { getOnrampOptions, postOnrampQuote, postOnrampUrl } from "@wmodal/api"
import type { Context, Hono } from "hono"
import * as z from "zod/mini"
import { decoded } from "../http/decoded.ts"
import type { Env } from "../http/Env.ts"
import { implement } from "../http/implement.ts"
import { worldOf } from "../http/observe.ts"
import { onrampOptions } from "./options.ts"
import { purchasesOf } from "./Purchases.ts"
import { onrampPage } from "./page.ts"
import { readProposal } from "./proposal.ts"
import { wireQuote } from "./wireQuote.ts"

/** The forms of the page. */
const Step = z.union([
  z.object({ do: z.literal("pay"), choice: z.string().check(z.regex(/^\d{1,4}$/)), amount: z.string() }),
  z.object({ do: z.enum(["deliver", "fail"]) }),
])

/** Buying crypto: what there is, what it costs, and the provider's page, which is this server's own. */
export const addOnrampRoutes = (app: Hono<Env>): void => {
  implement(app, getOnrampOptions, { maxAge: 0, answer: () => onrampOptions })

  implement(app, postOnrampQuote, {
    maxAge: 0,
    answer: ({ world, body }) => wireQuote(world, body),
  })

  implement(app, postOnrampUrl, {
    maxAge: 0,
    answer: ({ world, body, origin }) => {
      const { id } = purchasesOf(world).open({ origin, ...readProposal(body) })
      return { url: `${origin}/w/${encodeURIComponent(world.projectId.toWellFormed())}/onramp/${id}` }
    },
  })

  app.get("/onramp/:id", (c) =>
    c.html(onrampPage(purchasesOf(worldOf(c)).find(c.req.param("id"))), 200, {
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    }),
  )

  app.post("/onramp/:id", async (c: Context<Env>) => {
    const purchases = purchasesOf(worldOf(c))
    const { id } = purchases.find(c.req.param("id") ?? "")
    const step = decoded("body", Step, Object.fromEntries(new URLSearchParams(c.get("body"))))
    if (step.do === "pay") purchases.pay(id, { choice: Number(step.choice), amount: step.amount })
    else if (step.do === "deliver") await purchases.deliver(id)
    else purchases.fail(id)
    const { pathname, search } = new URL(c.req.url)
    return c.redirect(`${pathname}${search}`, 303)
  })
}
