import type { Context, Hono } from "hono"
import * as z from "zod/mini"
import { decodePart, parseJsonBody } from "../../http/decodePart.ts"
import type { Env } from "../../http/Env.ts"
import { makeEventStream } from "../../http/eventStream.ts"
import { RequestError } from "../../http/RequestError.ts"
import { readBody } from "../../http/readBody.ts"
import type { World } from "../../world/World.ts"
import type { Worlds } from "../../world/Worlds.ts"
import { terminalEntry } from "../server/AllowedOrigins.ts"
import type { Site } from "../server/Site.ts"
import { SiteRejection } from "../server/SiteRejection.ts"
import { Email, PageOrigin, UserName } from "../siteCalls.ts"
import { getSecureSiteState, type SecureSiteState } from "./SecureSiteState.ts"

export const secureSiteControlCalls = {
  "GET /control/worlds/:projectId/secure-site":
    "The emails that the secure site has sent, with their codes and links; its users; whether it waits for a phone; and its frames.",
  "GET /control/worlds/:projectId/secure-site/events":
    "The same as server-sent events: once now, then on every change.",
  "POST /control/worlds/:projectId/secure-site/verify-device":
    "`{ email }`: opens the newest device confirmation link sent to this email; without an email, the newest of all.",
  "POST /control/worlds/:projectId/secure-site/farcaster-approve":
    '`{ userName }`: approves the newest link on the phone. Default: `"vera"`.',
  "POST /control/worlds/:projectId/secure-site/farcaster-decline": "Declines the newest link on the phone.",
  "POST /control/worlds/:projectId/secure-site/revoke":
    "`{ email }`: ends the sessions of the user with this email; without one, all sessions.",
  "POST /control/worlds/:projectId/secure-site/origins":
    '`{ origins }`: the origins whose pages may use the wallets; `"terminal"` admits terminals, `null` admits all.',
  "POST /control/worlds/:projectId/secure-site/frame":
    '`{ do: "freeze" | "thaw" }`: frozen frames do not respond, not even to pings, until they are thawed.',
}

/** Adds the secure site's part of the control API: it acts for test users and changes the site's state. */
export const addSecureSiteControl = (
  app: Hono<Env>,
  worlds: Worlds,
  siteOf: (world: World) => Site,
): void => {
  const base = "/control/worlds/:projectId/secure-site"
  const site = (c: Context<Env>) => siteOf(worlds.open(c.req.param("projectId") ?? "", null))

  app.get(base, (c) => c.json(getSecureSiteState(site(c))))

  app.get(`${base}/events`, (c) => {
    const own = site(c)
    const { ended } = worlds.open(c.req.param("projectId"), null)
    const state = (): SecureSiteState => getSecureSiteState(own)
    return c.body(makeEventStream({ state, subscribe: own.subscribe, ended }), 200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    })
  })

  /** Adds a command that responds with the site's state after it. */
  const command = <Command extends z.ZodMiniType>(
    name: string,
    shape: Command,
    carryOut: (own: Site, command: z.output<Command>) => void,
  ) =>
    app.post(`${base}/${name}`, async (c) => {
      const own = site(c)
      const text = await readBody(c)
      try {
        carryOut(own, decodePart("body", shape, parseJsonBody(text) ?? {}))
      } catch (error) {
        if (!(error instanceof SiteRejection)) throw error
        throw new RequestError({ status: error.status, field: name, description: error.message })
      }
      return c.json(getSecureSiteState(own))
    })

  command("verify-device", EmailBody, ({ emailSignIn }, { email }) => {
    emailSignIn.confirmDevice(requireFound("email", emailSignIn.newestLink(email)))
  })
  command("farcaster-approve", FarcasterApprovalBody, ({ farcaster }, { userName }) => {
    farcaster.answer(requireFound("channel", farcaster.newest()), userName)
  })
  command("farcaster-decline", z.strictObject({}), ({ farcaster }) => {
    farcaster.answer(requireFound("channel", farcaster.newest()), null)
  })
  command("revoke", EmailBody, ({ frames, sessions, users }, { email }) => {
    const ids = users.entries().filter(({ user }) => email === undefined || user.email === email)
    for (const { user } of ids) sessions.endAll(user.id)
    frames.revoke()
  })
  command("origins", OriginList, (own, { origins }) => own.origins.set(origins))
  command("frame", FrameAction, ({ frames }, { do: act }) => {
    frames.freeze(act === "freeze")
  })
}

const EmailBody = z.strictObject({ email: z.optional(Email) })
const FarcasterApprovalBody = z.strictObject({ userName: z._default(UserName, "vera") })
const OriginList = z.strictObject({
  origins: z.nullable(z.array(z.union([z.literal(terminalEntry), PageOrigin])).check(z.maxLength(1000))),
})
const FrameAction = z.strictObject({ do: z.enum(["freeze", "thaw"]) })

/** Returns the command's target. @throws Failed when it has none */
const requireFound = (field: string, found: string | null): string => {
  if (found === null) throw new RequestError({ status: 404, field, description: "No request is pending" })
  return found
}
